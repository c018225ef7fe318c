import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules } from '#features/access/sessions/server/index.ts'
import { newToken } from '#features/access/tokens/server/index.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { encryptCookie, openCookie } from './browser-cookies.ts'
import { MOUNT } from './embedded/open-provider.ts'

const HOLDER = 'headend_passkey'
const CARRIED = 'headend_passkey_given'
const HOLDER_SECONDS = 3_600
const CARRIED_SECONDS = 60
/** Browsers store no cookie of more than 4 kB, its name and attributes included. */
const LARGEST = 3_800

/** A passkey that was given on the first page, for the provider's interaction, with the page to open in the end. */
export type PendingPasskey = { readonly passkey: string; readonly back: string }

/** The value that identifies this browser: a passkey is accepted only from the browser that got the challenge. */
export function browserIdOf(request: FastifyRequest): string {
  return request.cookies[HOLDER] ?? ''
}

/** The same; set now if the browser has none. */
export function ensureBrowserId(request: FastifyRequest, reply: FastifyReply, portal: AppContext): string {
  const holder = browserIdOf(request) || newToken()
  reply.setCookie(HOLDER, holder, { ...cookieRules(portal.config), httpOnly: true, maxAge: HOLDER_SECONDS })
  return holder
}

/** Stores a passkey of the first page for the provider's interaction; false when it is larger than any can be. */
export function storePendingPasskey(
  reply: FastifyReply,
  portal: AppContext,
  encrypt: Encryptor,
  pendingPasskey: PendingPasskey,
): boolean {
  const value = encryptCookie(pendingPasskey, encrypt, CARRIED)
  if (value.length > LARGEST) return false
  reply.setCookie(CARRIED, value, { ...carriedRules(portal), maxAge: CARRIED_SECONDS })
  return true
}

/** Reads and deletes what was stored here. */
export function consumePendingPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  portal: AppContext,
  encrypt: Encryptor,
): PendingPasskey | undefined {
  const pendingPasskey = openCookie<PendingPasskey>(request.cookies[CARRIED], encrypt, CARRIED)
  if (pendingPasskey) reply.clearCookie(CARRIED, carriedRules(portal))
  return pendingPasskey
}

function carriedRules({ config }: AppContext) {
  return { ...cookieRules(config), httpOnly: true, path: MOUNT }
}
