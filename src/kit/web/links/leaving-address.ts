import { pagePath } from '#kit/contract/page-path.ts'

/** The portal's page that shows the target of a link before it is opened. */
export const leavingPath = pagePath('/leaving', ['to'])

/**
 * The hosts that a link may lead to directly, as written in an address (`wiki.example.com`, `wiki.example.com:8443`).
 */
export type DirectHosts = { readonly own: string; readonly trusted: readonly string[] }

/**
 * The target of a link in a user's text: the leaving page (ASVS 3.7.3) when it is http or https to another host. Null
 * where it stays unchanged: our own pages, hosts that the operator trusts, mail, and what is no address.
 */
export function leavingAddress(address: string, { own, trusted }: DirectHosts): string | null {
  const url = outsideAddress(address)
  if (!url || url.host === own || trusted.includes(url.host)) return null
  return leavingPath({ to: url.href })
}

/** Parses an address that the leaving page may link to: http or https, and complete; null for any other. */
export function outsideAddress(address: string): URL | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return new URL(address)
}
