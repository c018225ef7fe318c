import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules, newToken } from '#features/access/sessions/server/index.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { encryptCookie, openCookie } from './browser-cookies.ts'
import { MOUNT } from './embedded/open-provider.ts'

const HOLDER = 'headend_passkey'
const CARRIED = 'headend_passkey_given'
const HOLDER_SECONDS = 3_600
const CARRIED_SECONDS = 60
/** A browser keeps no cookie of more than 4 kB, its name and rules included. */
const LARGEST = 3_800

/** A passkey that was given on the first page, on its way to the provider's question, with the page to go to in the end. */
export type PendingPasskey = { readonly passkey: string; readonly back: string }

/** What stands for this browser: a passkey is taken only from the browser that was asked for it. */
export function browserIdOf(request: FastifyRequest): string {
  return request.cookies[HOLDER] ?? ''
}

/** The same, given to the browser now if it has none. */
export function ensureBrowserId(request: FastifyRequest, reply: FastifyReply, portal: AppContext): string {
  const holder = browserIdOf(request) || newToken()
  reply.setCookie(HOLDER, holder, { ...cookieRules(portal.config), httpOnly: true, maxAge: HOLDER_SECONDS })
  return holder
}

/** Carries a passkey from the first page to the provider's question; false when it is larger than any can be. */
export function storePendingPasskey(
  reply: FastifyReply,
  portal: AppContext,
  encrypt: Encryptor,
  carried: PendingPasskey,
): boolean {
  const value = encryptCookie(carried, encrypt, CARRIED)
  if (value.length > LARGEST) return false
  reply.setCookie(CARRIED, value, { ...carriedRules(portal), maxAge: CARRIED_SECONDS })
  return true
}

/** Takes what was carried here, once. */
export function consumePendingPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  portal: AppContext,
  encrypt: Encryptor,
): PendingPasskey | undefined {
  const carried = openCookie<PendingPasskey>(request.cookies[CARRIED], encrypt, CARRIED)
  if (carried) reply.clearCookie(CARRIED, carriedRules(portal))
  return carried
}

function carriedRules({ config }: AppContext) {
  return { ...cookieRules(config), httpOnly: true, path: MOUNT }
}
