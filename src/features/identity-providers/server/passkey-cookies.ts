import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules, newToken } from '#features/sessions/server/index.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'
import { openCookie, sealCookie } from './browser-cookies.ts'
import { MOUNT } from './embedded/open-provider.ts'

const HOLDER = 'headend_passkey'
const CARRIED = 'headend_passkey_given'
const HOLDER_SECONDS = 3_600
const CARRIED_SECONDS = 60
/** A browser keeps no cookie of more than 4 kB, its name and rules included. */
const LARGEST = 3_800

/** A passkey that was given on the first page, on its way to the provider's question, with the page to go to in the end. */
export type Carried = { readonly passkey: string; readonly back: string }

/** What stands for this browser: a passkey is taken only from the browser that was asked for it. */
export function holderOf(request: FastifyRequest): string {
  return request.cookies[HOLDER] ?? ''
}

/** The same, given to the browser now if it has none. */
export function knownHolder(request: FastifyRequest, reply: FastifyReply, portal: Portal): string {
  const holder = holderOf(request) || newToken()
  reply.setCookie(HOLDER, holder, { ...cookieRules(portal.config), httpOnly: true, maxAge: HOLDER_SECONDS })
  return holder
}

/** Carries a passkey from the first page to the provider's question; false when it is larger than any can be. */
export function carryPasskey(reply: FastifyReply, portal: Portal, seal: Seal, carried: Carried): boolean {
  const value = sealCookie(carried, seal, CARRIED)
  if (value.length > LARGEST) return false
  reply.setCookie(CARRIED, value, { ...carriedRules(portal), maxAge: CARRIED_SECONDS })
  return true
}

/** Takes what was carried here, once. */
export function takeCarried(
  request: FastifyRequest,
  reply: FastifyReply,
  portal: Portal,
  seal: Seal,
): Carried | undefined {
  const carried = openCookie<Carried>(request.cookies[CARRIED], seal, CARRIED)
  if (carried) reply.clearCookie(CARRIED, carriedRules(portal))
  return carried
}

function carriedRules({ config }: Portal) {
  return { ...cookieRules(config), httpOnly: true, path: MOUNT }
}
