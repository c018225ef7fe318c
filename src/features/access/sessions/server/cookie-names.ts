import type { PortalConfig } from '#kit/server/portal.ts'

/** The names of a session's cookies: the specification's, with `__Host-` before them where the operator wants it. */
export function cookieNames({ cookiePrefix }: Pick<PortalConfig, 'cookiePrefix'>) {
  return { access: `${cookiePrefix}cosp_access_token`, xsrf: `${cookiePrefix}XSRF-TOKEN` }
}
