import { isHostAndPort } from '#kit/server/setting-checks.ts'
import type { Setting } from '#kit/server/settings/setting.ts'

/** Hosts to which links in users' texts lead directly, not over the leaving page. */
export const trustedLinkHosts: Setting<readonly string[]> = {
  key: 'links.trusted-hosts',
  type: { kind: 'LIST', most: 100 },
  default: [],
  accepts: (host) => isHostAndPort(host) && host === host.toLowerCase(),
  environment: { name: 'TRUSTED_LINK_HOSTS', valueIn: (config) => config.trustedLinkHosts },
}
