import type { AppContext } from '#kit/server/portal.ts'

/** The host of the registry, which is also the name of its service. */
export function registryHost(portal: Pick<AppContext, 'publicUrl'>): string {
  return new URL(portal.publicUrl()).host
}

/** The address of the portal as a token server. */
export function tokenServer(portal: Pick<AppContext, 'publicUrl'>): string {
  return `${portal.publicUrl()}/api/registry/token`
}
