import { isIP } from 'node:net'
import type { AppContext } from '#kit/server/portal.ts'

/** The scope of the portal's passkeys: WebAuthn's relying party id, and the origin that pages must have. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * The scope of passkeys for a user who reached the portal under this host name: the host of PUBLIC_URL, and without it
 * `localhost` alone. Undefined where there can be none, as browsers bind no passkey to a bare network address.
 */
export function relyingPartyFor({ config, publicUrl }: Pick<AppContext, 'config' | 'publicUrl'>, hostname: string) {
  const own = new URL(publicUrl())
  if (!config.publicUrl) own.hostname = 'localhost'
  if (isIP(own.hostname.replace(/^\[|\]$/g, ''))) return undefined
  if (!config.publicUrl && hostname !== 'localhost') return undefined
  return { id: own.hostname, origin: own.origin } satisfies RelyingParty
}
