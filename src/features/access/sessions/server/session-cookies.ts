import type { FastifyReply } from 'fastify'
import type { PortalConfig } from '#kit/server/portal.ts'
import { cookieNames } from './cookie-names.ts'

/** Attributes that all of our cookies have: host-only, whole site, never from other sites, Secure when the portal is reached by TLS. */
export function cookieRules(config: Pick<PortalConfig, 'publicUrl'>) {
  return { path: '/', sameSite: 'lax', secure: config.publicUrl?.startsWith('https:') ?? false } as const
}

/** Tells the browser its session's token, which script cannot read, and the XSRF token, which it can. Both last as long as the browser is open. */
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

/** Takes the session's cookies away, and what the browser keeps of the pages. */
export function clearSession(reply: FastifyReply, config: PortalConfig): void {
  const rules = cookieRules(config)
  const names = cookieNames(config)
  reply.clearCookie(names.access, rules).clearCookie(names.xsrf, rules).header('clear-site-data', '"cache", "storage"')
}
