import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules } from '#features/access/sessions/server/index.ts'
import { relyingPartyFor } from '#features/users/second-factors/server/index.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Look } from './pages/layout.ts'

const USER = 'headend_person'
const YEAR_SECONDS = 31_536_000

/**
 * The user who signed in here last and chose to be remembered; encrypted, so that it can be neither read nor forged.
 */
export type RememberedUser = { readonly email: string; readonly name: string }

/** Reads which user is remembered. */
export function rememberedOf(request: FastifyRequest, encrypt: Encryptor): RememberedUser | undefined {
  return openCookie<RememberedUser>(request.cookies[USER], encrypt, USER)
}

/** Remembers a user on this device, or forgets them. */
export function remember(
  reply: FastifyReply,
  portal: AppContext,
  encrypt: Encryptor,
  user: RememberedUser | undefined,
): void {
  const rules = { ...cookieRules(portal.config), httpOnly: true }
  if (!user) reply.clearCookie(USER, rules)
  else reply.setCookie(USER, encryptCookie(user, encrypt, USER), { ...rules, maxAge: YEAR_SECONDS })
}

/** A cookie value that only the portal can read. */
export function encryptCookie(value: object, encrypt: Encryptor, purpose: string): string {
  return encrypt.close(JSON.stringify(value), purpose).toString('base64url')
}

/** Reads such a value; undefined when it is absent or not from the portal. */
export function openCookie<Value>(text: string | undefined, encrypt: Encryptor, purpose: string): Value | undefined {
  if (!text) return undefined
  try {
    return JSON.parse(encrypt.open(Buffer.from(text, 'base64url'), purpose)) as Value
  } catch {
    return undefined
  }
}

/**
 * The page's appearance, the service state, and whether passkeys can be used: the theme chosen on this device, else the
 * system's.
 */
export function pageTheme(portal: AppContext, request: FastifyRequest): Look {
  const { theme } = request.cookies
  const { services } = request
  const passkeys = relyingPartyFor(portal, request.hostname) !== undefined
  return { config: portal.config, passkeys, services, theme: theme === 'light' || theme === 'dark' ? theme : undefined }
}

/** A path of the portal to return to; anything else becomes the start page. */
export function safeRedirectPath(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path)) return '/'
  const url = URL.parse(path, 'http://own.invalid')
  if (url?.host !== 'own.invalid') return '/'
  // `/.//evil.example` is a path of the portal until its dots are resolved.
  const isOwn = !url.pathname.startsWith('//') && !/^\/(signin|idp|oauth2|login|logout|api)(\/|$)/.test(url.pathname)
  return isOwn ? url.pathname + url.search + url.hash : '/'
}
