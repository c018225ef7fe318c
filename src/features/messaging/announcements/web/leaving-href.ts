import { leavingPath } from '#kit/web/links/leaving-address.ts'

/** The page that requires a confirmation before the browser leaves the portal. */
export function leavingHref(address: string): string {
  return leavingPath({ to: address })
}
