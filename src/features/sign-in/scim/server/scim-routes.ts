import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ProblemDocument } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { acceptAsJson, sendProblemsAs } from '#kit/server/serve/foreign-form.ts'
import { registerCommand, registerPreparedCommand, serve } from '#kit/server/serve/serve.ts'
import {
  changeScimUser,
  createScimUser,
  deleteScimUser,
  ERROR_SCHEMA,
  LIST_SCHEMA,
  listScimSchemas,
  listScimTypes,
  listScimUsers,
  MOST_IN_PAGE,
  readScimConfig,
  readScimSchema,
  readScimType,
  readScimUser,
  replaceScimUser,
  type ScimUser,
  scimProblems,
} from '../contract.ts'
import { callerOf, directoryIs, directoryOfToken, lockDirectory, type ScimDirectory } from './directory-of-token.ts'
import { changeFromDirectory, createFromDirectory, type DirectoryCommand, deleteFromDirectory } from './save-user.ts'
import { configOf, schemasOf, typesOf } from './scim-description.ts'
import { attributesOfPatch, attributesOfUser } from './sent-user.ts'
import { noteError } from './token-store.ts'
import { conditionOf } from './user-filter.ts'
import { countUsers, findUser, findUsers, resourceOf } from './user-store.ts'

const TYPE = 'application/scim+json'
const DEFAULT_COUNT = 100

/** Serves SCIM 2.0 (RFC 7643, 7644) to the directories of identity providers. */
export async function serveScim(portal: AppContext): Promise<void> {
  await portal.http.register(async (http: FastifyInstance) => {
    noteErrors(http, portal)
    sendProblemsAs(http, scimError, TYPE)
    acceptAsJson(http, TYPE, ['POST', 'PUT', 'PATCH'])
    const here = { ...portal, http }
    serveDescription(here)
    serveUsers(here)
  })
}

/** Keeps the last error of each directory, so that administrators see it. A user who is not there is none. */
function noteErrors(http: FastifyInstance, { db }: AppContext): void {
  http.addHook<ProblemDocument>('preSerialization', async (request, { statusCode }, payload) => {
    const caller = callerOf(request)
    if (caller && statusCode >= 400 && statusCode !== 404)
      await noteError(db, caller, `${request.method} ${statusCode}: ${payload.detail}`)
    return payload
  })
}

function serveDescription(portal: AppContext): void {
  const base = () => portal.publicUrl()
  serve(portal, readScimConfig, async () => configOf(base()))
  serve(portal, listScimTypes, async () => wholeList(typesOf(base())))
  serve(portal, readScimType, async ({ params }) => requireResource(typesOf(base()), params.id))
  serve(portal, listScimSchemas, async () => wholeList(schemasOf(base())))
  serve(portal, readScimSchema, async ({ params }) => requireResource(schemasOf(base()), params.id))
}

function wholeList<Resource>(resources: Resource[]) {
  const count = resources.length
  return { schemas: [LIST_SCHEMA], totalResults: count, startIndex: 1, itemsPerPage: count, Resources: resources }
}

function requireResource<Resource extends { readonly id: string }>(
  resources: readonly Resource[],
  wantedId: string,
): Resource {
  const resource = resources.find(({ id }) => id.toLowerCase() === wantedId.toLowerCase())
  return resource ?? throwProblem(scimProblems['scim-no-such-schema'])
}

function serveUsers(portal: AppContext): void {
  const { db } = portal

  serve(portal, listScimUsers, async ({ request, query }) => {
    const directory = await directoryOfToken(portal, request)
    const condition = query.filter ? conditionOf(directory, query.filter) : sql<boolean>`true`
    const startIndex = Math.max(1, query.startIndex ?? 1)
    const limit = Math.min(MOST_IN_PAGE, Math.max(0, query.count ?? DEFAULT_COUNT))
    const users = await findUsers(db, directory, condition, { offset: startIndex - 1, limit })
    return {
      schemas: [LIST_SCHEMA],
      totalResults: await countUsers(db, directory, condition),
      startIndex,
      itemsPerPage: users.length,
      Resources: users.map((user) => resourceOf(user, portal.publicUrl())),
    }
  })

  serve(portal, readScimUser, async ({ request, params }) => {
    const directory = await directoryOfToken(portal, request)
    const user = await findUser(db, directory, sql<boolean>`u.id::text = ${params.id}`)
    return user ? resourceOf(user, portal.publicUrl()) : throwProblem(scimProblems['scim-user-not-found'])
  })

  const caller = ({ request }: { request: FastifyRequest }) => directoryOfToken(portal, request)

  registerPreparedCommand(portal, createScimUser, caller, async ({ request, tx, body }, directory) => {
    const id = await createFromDirectory(await begin(tx, directory, request), attributesOfUser(body))
    const user = await readBack(tx, directory, id)
    return respond(user, { headers: { location: user.meta.location } })
  })

  registerPreparedCommand(portal, replaceScimUser, caller, async ({ request, tx, params, body }, directory) => {
    await changeFromDirectory(await begin(tx, directory, request), params.id, attributesOfUser(body))
    return readBack(tx, directory, params.id)
  })

  registerPreparedCommand(portal, changeScimUser, caller, async ({ request, tx, params, body }, directory) => {
    await changeFromDirectory(await begin(tx, directory, request), params.id, attributesOfPatch(body.Operations))
    return readBack(tx, directory, params.id)
  })

  registerCommand(portal, deleteScimUser, async ({ request, tx, params }) => {
    await deleteFromDirectory(await begin(tx, await caller({ request }), request), params.id)
    return undefined
  })

  async function begin(tx: Tx, directory: ScimDirectory, request: FastifyRequest): Promise<DirectoryCommand> {
    await lockDirectory(tx, directory)
    return { tx, portal, directory, actor: directoryIs(directory, request) }
  }

  async function readBack(tx: Tx, directory: ScimDirectory, id: string): Promise<ScimUser> {
    return resourceOf((await findUser(tx, directory, sql<boolean>`u.id::text = ${id}`))!, portal.publicUrl())
  }
}

/** What RFC 7644 (3.12) calls these problems. */
const types: Readonly<Record<string, string>> = {
  'scim-user-exists': 'uniqueness',
  'scim-domain-not-routed': 'invalidValue',
  'scim-value-invalid': 'invalidValue',
  'domain-forbidden': 'invalidValue',
  'scim-filter-invalid': 'invalidFilter',
  'scim-path-invalid': 'invalidPath',
  'scim-target-missing': 'noTarget',
  'validation-failed': 'invalidSyntax',
}

/** A problem of the portal in the form of SCIM. */
function scimError({ code, detail, status, fields = [] }: ProblemDocument) {
  const fieldTexts = fields.map(({ path, message }) => `${path} ${message}`)
  const scimType = types[code]
  return {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType && { scimType }),
    detail: [detail, ...fieldTexts].join(' '),
  }
}
