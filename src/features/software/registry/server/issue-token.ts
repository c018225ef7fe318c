import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Maker, makerHolds, makerOf } from '#features/access/sessions/server/index.ts'
import { manageFiles } from '#features/software/bundles/contract.ts'
import { isRepository } from '#features/software/images/contract.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { manageRegistryAccess, type readRegistryToken, registryProblems } from '../contract.ts'
import type { RegistrySecrets } from './credential-secrets.ts'
import { credentialColumns, type StoredCredential } from './credential-store.ts'
import { outsideAccess } from './outside-access.ts'
import { OUTSIDE_SECONDS, outsideService, signOutsideToken } from './outside-token.ts'
import type { RegistryContext } from './registry-context.ts'
import { registryHost } from './registry-host.ts'
import { type Access, type Bearer, signToken, TOKEN_SECONDS } from './registry-token.ts'

/** Failed attempts from one address. */
const ATTEMPTS = { count: 300, seconds: 60 }

/**
 * Exchanges Basic credentials for a token of the portal's own registry, which checks at each request what it may do, or
 * of the one that customers pull from, which does what the token says.
 */
export async function issueToken(
  { context, secrets }: RegistryContext,
  { request, query }: RequestContext<typeof readRegistryToken>,
) {
  const { portal } = context
  const { username, password } = basicOf(request)
  const tokenBearer = (await ofCredential(portal, secrets, request, username, password)) ?? ofSession(request)
  if (!tokenBearer) {
    portal.limits?.take(ATTEMPTS, `registry-token ${request.ip}`)
    throwProblem(registryProblems['registry-access-denied'])
  }
  const { bearer } = tokenBearer
  const outside = await outsideService(portal, query.service)
  const access = scopesOf(query.scope).map((scope) => accessFor(scope, bearer))
  if (outside) {
    const allowedAccess =
      'credential' in bearer
        ? await outsideAccess(context, request, { puller: bearer, place: outside, asked: access })
        : access
    const claims = { service: outside.host, subject: username, access: allowedAccess }
    return reply(await signOutsideToken(portal, claims), OUTSIDE_SECONDS)
  }
  const host = registryHost(portal)
  return reply(signToken(await secrets.tokenKey(), { host, subject: username, bearer, access }), TOKEN_SECONDS)
}

function reply(token: string, seconds: number) {
  return { token, access_token: token, expires_in: seconds, issued_at: new Date().toISOString() }
}

function basicOf({ headers }: FastifyRequest): { username: string; password: string } {
  const [, value = ''] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers.authorization ?? '') ?? []
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { username: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) }
}

async function ofCredential(
  { db }: AppContext,
  secrets: RegistrySecrets,
  { ip }: FastifyRequest,
  username: string,
  password: string,
): Promise<{ bearer: Bearer } | undefined> {
  const [account = '', name] = username.split('+')
  if (name === undefined) return undefined
  const { rows } = await sql<StoredCredential & { maker: Maker }>`
    select ${credentialColumns}, ${makerOf(sql`k.created_by`)} as maker from registry_credentials k join accounts a on a.id = k.account_id
    where a.name = ${account} and k.name = ${name} and k.revoked_at is null and k.expires_at > now() and a.deleted_at is null`.execute(
    db,
  )
  const which = rows[0] && (await secrets.matching(rows[0], password))
  if (!rows[0] || !which) return undefined
  if (!makerHolds(rows[0].maker, manageRegistryAccess, account))
    throwProblem(registryProblems['registry-credential-without-maker'])
  const previous = which === 'previous'
  await sql`update registry_credentials set last_used_at = now(), last_used_address = ${ip},
    previous_used_at = case when ${previous} then now() else previous_used_at end,
    previous_used_address = case when ${previous} then ${ip} else previous_used_address end where id = ${rows[0].id}`.execute(
    db,
  )
  return { bearer: { credential: rows[0].id, previous } }
}

/** A release manager uses an API token as the password. */
function ofSession({ session }: FastifyRequest): { bearer: Bearer } | undefined {
  if (!session || !hasPermission(session, manageFiles)) return undefined
  return { bearer: { user: session.userId } }
}

function scopesOf(scope: string | string[] | undefined): string[] {
  return [scope ?? []].flat().flatMap((text) => text.split(' ').filter((one) => one !== ''))
}

function accessFor(scope: string, bearer: Bearer): Access {
  const [type = '', ...rest] = scope.split(':')
  const actions = (rest.pop() ?? '').split(',')
  const name = rest.join(':')
  const allowedActions = 'user' in bearer ? ['pull', 'push'] : ['pull']
  if (type !== 'repository' || !isRepository(name)) return { type, name, actions: [] }
  return { type, name, actions: allowedActions.filter((action) => actions.includes(action) || actions.includes('*')) }
}
