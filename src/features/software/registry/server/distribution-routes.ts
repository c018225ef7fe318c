import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadPermissions } from '#features/access/sessions/server/index.ts'
import { manageFiles } from '#features/software/bundles/contract.ts'
import { isRepository, isTag } from '#features/software/images/contract.ts'
import { allows } from '#kit/contract/permission.ts'
import { DistributionError, errorReply } from './distribution-errors.ts'
import { distributionOperations } from './distribution-operations.ts'
import type { Reference } from './find-part.ts'
import { findRepositories, findTags, type Slice } from './list-repositories.ts'
import { sendPart } from './pull-routes.ts'
import { type PushContext, pushBlob, pushManifest } from './push-routes.ts'
import type { RegistryContext } from './registry-context.ts'
import { registryHost, tokenServer } from './registry-host.ts'
import { type Bearer, readToken } from './registry-token.ts'

const VERSION = { 'docker-distribution-api-version': 'registry/2.0' }
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const MOST_NAMES = 1_000

/**
 * The OCI distribution API (`/v2/`). Its paths hold names with slashes and its errors have a form of their own, so it
 * is no list of endpoints; `distributionOperations` describes it.
 */
export async function serveDistribution(context: RegistryContext): Promise<void> {
  const { http: server, operations } = context.context.portal
  operations.push(...Object.values(distributionOperations))
  await server.register(async (http) => {
    // Bodies are streamed: manifests and blobs, of any type.
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('*', (_request, payload, finish) => finish(null, payload))
    http.setErrorHandler((failure, _request, reply) => {
      const error = errorReply(failure)
      if (!error) throw failure
      return reply
        .code(error.status)
        .headers({ ...VERSION, ...error.headers })
        .type('application/json')
        .send(error.body)
    })
    for (const url of ['/v2', '/v2/*'])
      http.route({
        method: [...methods],
        url,
        handler: (request, reply) => dispatch(context, request, reply.headers(VERSION)),
      })
  })
}

async function dispatch(context: RegistryContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const path = request.url.replace(/^\/v2\/?/, '').replace(/\?.*$/, '')
  const target = targetOf(path)
  request.operation = operationOf(target, request.method)
  const bearer = await bearerOf(context, request, target)
  if (target.kind === 'VERSION') return reply.send({})
  const { portal } = context.context
  if (target.kind === 'CATALOG') {
    const slice = sliceOf(request)
    const repositories = await findRepositories(portal.db, bearer, slice)
    return withNext(reply, request, slice, repositories).send({ repositories })
  }
  if (target.kind === 'TAGS') {
    const slice = sliceOf(request)
    const tags = await findTags(portal.db, bearer, target.name, slice)
    if (tags.length === 0 && slice.last === '')
      throw new DistributionError('NAME_UNKNOWN', 'This repository was not found.')
    return withNext(reply, request, slice, tags).send({ name: target.name, tags })
  }
  const call = { ...context, request, reply, bearer, name: target.name }
  if (target.kind === 'UPLOAD') return pushBlob(await asPush(call), target.id)
  if (request.method === 'GET' || request.method === 'HEAD') return sendPart(call, target)
  if (target.kind === 'MANIFEST' && request.method === 'PUT') return pushManifest(await asPush(call), target.reference)
  throw new DistributionError('UNSUPPORTED', 'This registry does not delete or change what it has.')
}

type Target =
  | { readonly kind: 'VERSION' }
  | { readonly kind: 'CATALOG' }
  | { readonly kind: 'TAGS'; readonly name: string }
  | { readonly kind: 'MANIFEST' | 'BLOB'; readonly name: string; readonly reference: Reference }
  | { readonly kind: 'UPLOAD'; readonly name: string; readonly id: string }

/** The described operation that is called; undefined for the further steps of an upload. */
function operationOf(target: Target, method: string): string | undefined {
  const isPush = target.kind === 'MANIFEST' && method === 'PUT'
  const operation = distributionOperations[isPush ? 'PUSH' : target.kind]
  return operation.method === method ? operation.name : undefined
}

function targetOf(path: string): Target {
  if (path === '') return { kind: 'VERSION' }
  if (path === '_catalog') return { kind: 'CATALOG' }
  const parts = path.split('/')
  const upload = parts.lastIndexOf('uploads')
  if (upload > 1 && parts[upload - 1] === 'blobs' && upload >= parts.length - 2)
    return { kind: 'UPLOAD', name: nameOf(parts.slice(0, upload - 1)), id: parts[upload + 1] ?? '' }
  const [kind, last = ''] = parts.slice(-2)
  const name = nameOf(parts.slice(0, -2))
  if (kind === 'tags' && last === 'list') return { kind: 'TAGS', name }
  if (kind === 'manifests') return { kind: 'MANIFEST', name, reference: referenceOf(last) }
  if (kind === 'blobs') return { kind: 'BLOB', name, reference: { digest: digestOf(last) } }
  throw new DistributionError('NAME_UNKNOWN', 'There is nothing at this address.')
}

function nameOf(parts: readonly string[]): string {
  const name = parts.join('/')
  if (!isRepository(name)) throw new DistributionError('NAME_INVALID', 'This is not the name of a repository.')
  return name
}

function referenceOf(text: string): Reference {
  const value = decodeURIComponent(text)
  if (value.includes(':')) return { digest: digestOf(value) }
  if (!isTag(value)) throw new DistributionError('TAG_INVALID', 'This is neither a tag nor a digest.')
  return { tag: value }
}

/** SHA-256 in hexadecimal. */
function digestOf(text: string): string {
  const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(decodeURIComponent(text)) ?? []
  return hex ?? invalidDigest()
}

function invalidDigest(): never {
  throw new DistributionError('DIGEST_INVALID', 'Digests are sha256: and 64 hexadecimal digits.')
}

async function bearerOf(
  { context, secrets }: RegistryContext,
  request: FastifyRequest,
  target: Target,
): Promise<Bearer> {
  const [, token = ''] = /^bearer +([\w.=-]+)$/i.exec(request.headers.authorization ?? '') ?? []
  const host = registryHost(context.portal)
  const bearer = token === '' ? undefined : readToken(await secrets.tokenKey(), host, token)
  if (bearer) return bearer
  const actions = request.method === 'GET' || request.method === 'HEAD' ? 'pull' : 'pull,push'
  const scope = 'name' in target ? `,scope="repository:${target.name}:${actions}"` : ''
  const realm = tokenServer(context.portal)
  throw new DistributionError('UNAUTHORIZED', 'Sign in to the registry with docker login.', {
    'www-authenticate': `Bearer realm="${realm}",service="${host}"${scope}`,
  })
}

/** Only release managers push; their permission is read now, not when the token was issued. */
async function asPush(
  call: Omit<PushContext, 'user' | 'userName'> & { readonly bearer: Bearer },
): Promise<PushContext> {
  const { bearer, context } = call
  const permissions = 'user' in bearer ? await loadPermissions(context.portal.db, bearer.user) : null
  if (!permissions || !('user' in bearer) || !allows(permissions.actor, manageFiles))
    throw new DistributionError('DENIED', 'Only release managers push images.')
  return { ...call, user: bearer.user, userName: permissions.actor.fullName }
}

function sliceOf({ query }: FastifyRequest): Slice {
  const { n, last } = query as { n?: string; last?: string }
  return { last: String(last ?? ''), n: /^\d{1,6}$/.test(String(n)) ? Math.min(Number(n), MOST_NAMES) : MOST_NAMES }
}

/** A full part of a list names the address of the next. */
function withNext(reply: FastifyReply, { url }: FastifyRequest, { n }: Slice, names: readonly string[]): FastifyReply {
  if (names.length < n || n === 0) return reply
  const next = new URLSearchParams({ n: String(n), last: names.at(-1)! })
  return reply.header('link', `<${url.replace(/\?.*$/, '')}?${next}>; rel="next"`)
}
