import type { IncomingHttpHeaders } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import { hashOf } from '#features/access/tokens/server/index.ts'

/** The credentials of a request: a session token, or an API token (with the e-mail given as user name). */
export type Credentials =
  | { readonly kind: 'session'; readonly hash: Buffer; readonly key: string }
  | { readonly kind: 'api'; readonly hash: Buffer; readonly key: string; readonly username: string | null }

const longest = 512

/**
 * Reads `Authorization` (Basic or Bearer, RFC 7617 and 6750) before the cookie of that name; null without usable
 * credentials.
 */
export function credentialsOf(headers: IncomingHttpHeaders, accessCookie: string): Credentials | null {
  const { authorization, cookie } = headers
  if (authorization !== undefined) return apiCredentials(authorization)
  const token = cookie?.includes(accessCookie) ? fastifyCookie.parse(cookie)[accessCookie] : undefined
  if (!token || token.length > longest) return null
  const hash = hashOf(token)
  return { kind: 'session', hash, key: `s${hash.toString('base64')}` }
}

function apiCredentials(authorization: string): Credentials | null {
  const [, scheme = '', value = ''] = /^(\w+) +([A-Za-z0-9._~+/=-]+)$/.exec(authorization) ?? []
  if (/^bearer$/i.test(scheme)) return apiToken(value, null)
  if (!/^basic$/i.test(scheme)) return null
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 1 ? null : apiToken(text.slice(colon + 1), text.slice(0, colon).toLowerCase())
}

function apiToken(token: string, username: string | null): Credentials | null {
  if (token === '' || token.length > longest) return null
  const hash = hashOf(token)
  return { kind: 'api', hash, key: `a${hash.toString('base64')}${username ?? ''}`, username }
}
