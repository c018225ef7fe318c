import type { FastifyReply } from 'fastify'
import type { PortalConfig } from '#kit/server/portal.ts'
import { cookieNames } from './cookie-names.ts'

/**
 * Attributes of all our cookies: host-only, whole site, never from other sites, Secure when the portal is reached by
 * TLS.
 */
export function cookieRules(config: Pick<PortalConfig, 'publicUrl'>) {
  return { path: '/', sameSite: 'lax', secure: config.publicUrl?.startsWith('https:') ?? false } as const
}

/**
 * Sets the cookies of the session token, which scripts cannot read, and of the XSRF token, which they can. Both last as
 * long as the browser is open.
 */
export function setSessionCookies(
  reply: FastifyReply,
  config: PortalConfig,
  session: { readonly token: string; readonly csrfToken: string },
): void {
  const rules = cookieRules(config)
  const names = cookieNames(config)
  reply.setCookie(names.access, session.token, { ...rules, httpOnly: true })
  reply.setCookie(names.xsrf, session.csrfToken, rules)
}

/** Removes the session cookies and the pages cached by the browser. */
export function clearSession(reply: FastifyReply, config: PortalConfig): void {
  const rules = cookieRules(config)
  const names = cookieNames(config)
  reply.clearCookie(names.access, rules).clearCookie(names.xsrf, rules).header('clear-site-data', '"cache", "storage"')
}
