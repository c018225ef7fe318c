import type { FastifyRequest } from 'fastify'
import type { Encryptor } from './encryption.ts'
import type { HttpProblem } from './http-problem.ts'

/**
 * What was denied to which user, and when. It is encrypted in the error response itself, so that no row is written for
 * it.
 */
export type Decision = {
  readonly userId: number
  /** Code of the problem. */
  readonly code: string
  /** The missing permission, where it was one. */
  readonly permission: string | null
  /** The account of the request, where one was named. */
  readonly account: string | null
  /** The call as the API describes it: `POST /api/users/{id}/role`. */
  readonly call: string
  /** Whether the caller used an API token that is narrowed to some permissions of its user. */
  readonly narrowed: boolean
  readonly at: string
}

const PURPOSE = 'decision'
const HOLDS_MS = 72 * 3_600_000

/** The id under which the denial can be inspected for 72 hours; none without a signed-in user. */
export function encodeDecisionId(
  encrypt: Encryptor,
  request: FastifyRequest,
  { problem, details }: HttpProblem,
): string | undefined {
  const { session } = request
  if (problem.status !== 403 || !session) return undefined
  const account = details.account === undefined ? null : String(details.account)
  const url = request.routeOptions.url?.replace(/:(\w+)/g, '{$1}') ?? ''
  const fields = [
    session.userId,
    problem.code,
    details.permission ?? null,
    account,
    `${request.method} ${url}`,
    Number(Boolean(session.token?.permissions)),
    Date.now(),
  ]
  return encrypt.close(JSON.stringify(fields), PURPOSE).toString('base64url')
}

/** Decodes an id; undefined when it is not ours or has expired. */
export function decodeDecisionId(encrypt: Encryptor, id: string): Decision | undefined {
  const fields = tryOpen(encrypt, id)
  if (!fields) return undefined
  const [userId, code, permission, account, call, isNarrowed, at] = fields
  if (at < Date.now() - HOLDS_MS) return undefined
  return { userId, code, permission, account, call, narrowed: isNarrowed === 1, at: new Date(at).toISOString() }
}

type Fields = [number, string, string | null, string | null, string, number, number]

function tryOpen(encrypt: Encryptor, id: string): Fields | undefined {
  try {
    return JSON.parse(encrypt.open(Buffer.from(id, 'base64url'), PURPOSE)) as Fields
  } catch {
    return undefined
  }
}
