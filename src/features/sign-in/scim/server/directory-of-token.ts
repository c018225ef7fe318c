import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { bearerOf, isToken, isUseUnnoted, noteUse } from '#features/access/tokens/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import { SCIM_LIMIT, scimProblems } from '../contract.ts'
import { directoryToken } from './token-store.ts'

/** The directory of an identity provider that holds the token of a request. */
export type ScimDirectory = {
  /** The id of the provider. */
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly domains: readonly string[]
  readonly useExternalAcl: boolean
}

const callers = new WeakMap<FastifyRequest, string>()

/** The provider whose directory sent a request with a valid token. */
export function callerOf(request: FastifyRequest): string | undefined {
  return callers.get(request)
}

/** The directory of the request's token. Notes the use of the token, at most once a minute. */
export async function directoryOfToken(
  { db, pool, limits }: AppContext,
  request: FastifyRequest,
): Promise<ScimDirectory> {
  const token = bearerOf(request.headers)
  const tokenQuery = sql<Omit<ScimDirectory, 'issuer'> & { issuer: string | null; enabled: boolean; unused: boolean }>`
    select p.id, p.name, p.issuer, p.domains, p.use_external_acl as "useExternalAcl", p.enabled,
      ${isUseUnnoted(directoryToken, 'c')} as unused
    from scim_connections c join identity_providers p on p.id = c.provider_id where ${isToken(directoryToken, 'c', token ?? '')}`
  const [directoryRow] = token === undefined ? [] : await runPrepared(pool, tokenQuery.compile(db))
  if (!directoryRow) throwProblem(scimProblems['scim-token-invalid'], {}, { headers: { 'www-authenticate': 'Bearer' } })
  callers.set(request, directoryRow.id)
  const { issuer, enabled: isEnabled, unused: isUnused, ...directory } = directoryRow
  if (!isEnabled || issuer === null) throwProblem(scimProblems['scim-provider-disabled'], { name: directoryRow.name })
  limits?.take(SCIM_LIMIT, `scim token ${directoryRow.id}`)
  if (isUnused) await noteUse(db, directoryToken, directoryRow.id)
  return { ...directory, issuer }
}

/** Lets one call of a directory after the other change users. */
export async function lockDirectory(tx: Tx, { id }: ScimDirectory): Promise<void> {
  await sql`select 1 from scim_connections where provider_id = ${id} for no key update`.execute(tx)
}

/** Who changes users when their directory does. */
export function directoryIs({ name }: ScimDirectory, request: FastifyRequest): EventActor {
  return { userName: name, requestId: request.id, address: request.ip }
}
