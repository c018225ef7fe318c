/** The portal's page that names where a link leads before anybody goes there. */
export const LEAVING = '/leaving'

/** Which hosts a link may lead to directly, as they stand in an address (`wiki.example.com`, `wiki.example.com:8443`). */
export type DirectHosts = { readonly own: string; readonly trusted: readonly string[] }

/**
 * Where a link that somebody wrote leads from a page of ours: over the leaving page (ASVS 3.7.3) when it is http or https
 * to another host. Null where it stays as it is: our own pages, hosts that the operator trusts, mail, and what is no
 * address.
 */
export function leavingAddress(address: string, { own, trusted }: DirectHosts): string | null {
  const url = outsideAddress(address)
  if (!url || url.host === own || trusted.includes(url.host)) return null
  return `${LEAVING}?to=${encodeURIComponent(url.href)}`
}

/** Reads an address that may be left for: http or https, and whole; null for any other. */
export function outsideAddress(address: string): URL | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return new URL(address)
}
