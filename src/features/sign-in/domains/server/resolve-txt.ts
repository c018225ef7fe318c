import { Resolver } from 'node:dns/promises'
import type { PortalConfig } from '#kit/server/portal.ts'

/**
 * The TXT records of a name (RFC 1035), each joined to one text; empty when there are none. Throws without a response.
 */
export type LookUpTxt = (host: string) => Promise<readonly string[]>

const TIMEOUT_MS = 2_000
const TRIES = 2
/** DNS reports that the name, or a TXT record at it, does not exist. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/** Queries the DNS servers of the configuration, or of the system; gives up after some seconds. */
export function dnsLookUp({ dnsServers }: Pick<PortalConfig, 'dnsServers'>): LookUpTxt {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  return async (host) => {
    try {
      const records = await resolver.resolveTxt(host)
      return records.map((parts) => parts.join(''))
    } catch (failure) {
      if (nothing.has((failure as NodeJS.ErrnoException).code ?? '')) return []
      throw failure
    }
  }
}
