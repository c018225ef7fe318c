import type { PortalConfig } from '#kit/server/portal.ts'

/** The names of the session cookies: those of the specification, prefixed with `__Host-` if the operator wants it. */
export function cookieNames({ cookiePrefix }: Pick<PortalConfig, 'cookiePrefix'>) {
  return { access: `${cookiePrefix}cosp_access_token`, xsrf: `${cookiePrefix}XSRF-TOKEN` }
}
