import { connectionMonitor, prepareGate, sharedGate } from '#features/platform/connections/server/index.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { Directory, OpenDirectory } from './directory.ts'
import { recordCircuitState } from './note-circuit.ts'
import { connectionId } from './update-directory.ts'

/** The integrations that implement `Directory`, by their type of identity provider. */
export type DirectoryIntegrations = Readonly<Record<string, (portal: AppContext) => OpenDirectory>>

/**
 * Opens the directory of an identity provider, once while its settings stay the same: it counts its rate limits.
 * `fresh` opens it for one attempt of a call, with a closed circuit.
 */
export function directoryConnections(portal: AppContext, integrations: DirectoryIntegrations) {
  const encrypt = encryptorFor(portal.config)
  const open = new Map<string, { readonly version: number; readonly directory: Directory }>()
  return async function directoryOf(providerId: string, { fresh = false } = {}): Promise<Directory> {
    const provider = await portal.db
      .selectFrom('identity_providers')
      .select(['name', 'type', 'version', 'management_url', 'management_secret'])
      .where('id', '=', providerId)
      .where('enabled', '=', true)
      .executeTakeFirst()
    const integration = provider && integrations[provider.type]
    if (!integration || !provider.management_url || !provider.management_secret)
      throw new IntegrationError(`${provider?.name ?? providerId} is not set up for managing users.`, {
        fault: 'credentials',
      })
    const connection = open.get(providerId)
    if (connection?.version === provider.version && !fresh) return connection.directory
    const secret = encrypt.open(provider.management_secret, `identity provider ${providerId} management`)
    const id = connectionId(providerId)
    // With other settings it is another connection, without failures.
    await prepareGate(portal.db, id, { closed: fresh || connection !== undefined })
    const directory = integration(portal)({
      name: provider.name,
      url: provider.management_url,
      secret,
      ...(fresh ? { tries: 1 } : {}),
      gate: (rate) => sharedGate(portal.db, id, rate),
      monitor: {
        ...connectionMonitor(portal, id),
        onCircuit: (isOpen) =>
          void recordCircuitState(portal.db, providerId, isOpen).catch((failure: unknown) =>
            portal.log.error({ err: failure }, 'the state of a directory was not stored'),
          ),
      },
    })
    if (!fresh) open.set(providerId, { version: provider.version, directory })
    return directory
  }
}
