import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { integrationFetch } from '#kit/server/vendor/vendor-fetch.ts'
import { integrationStream } from '#kit/server/vendor/vendor-stream.ts'
import type { Adapter, ConnectionPorts, Connector } from './adapter.ts'
import { connectionMonitor } from './connection-monitor.ts'
import { prepareGate, sharedGate } from './shared-gate.ts'
import { secretPurpose, storedSecrets } from './stored-secrets.ts'

export const connectionSecrets: readonly EncryptedColumn[] = [
  { table: 'connections', key: 'id', column: 'secrets', purposeOf: secretPurpose },
]

/** A connection that is open, with all of its settings. */
export type OpenedConnection = {
  readonly adapter: Adapter
  readonly connector: Connector
  readonly settings: Readonly<Record<string, string>>
}

/** The adapter that a stored connection belongs to. */
export function adapterOf(
  { adapters }: ConnectionPorts,
  row: { readonly port: string; readonly system: string },
): Adapter | undefined {
  return adapters.find(({ port, system }) => port === row.port && system === row.system)
}

/**
 * Opens connections, each once while its settings stay the same. `fresh` opens it again for one attempt of a
 * call, which goes out also while the circuit is open.
 */
export function connectionOpener(portal: AppContext, ports: ConnectionPorts) {
  const { db, config, log } = portal
  const encrypt = encryptorFor(config)
  const open = new Map<string, OpenedConnection & { readonly changedAt: number }>()
  return async function openConnection(id: string, { fresh = false } = {}): Promise<OpenedConnection> {
    const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst()
    const adapter = row && adapterOf(ports, row)
    if (!adapter) throw new IntegrationError(`There is no connection ${id}.`, { fault: 'missing' })
    const changedAt = row.updated_at.getTime()
    const connectionBefore = open.get(id)
    if (connectionBefore?.changedAt === changedAt && !fresh) return connectionBefore
    const { name } = adapter
    const secrets = storedSecrets(encrypt, id, row.secrets)
    if (!secrets)
      throw new IntegrationError(`The stored secrets of ${name} cannot be read. Enter them again in its settings.`, {
        fault: 'credentials',
      })
    const settings = { ...(row.settings as Record<string, string>), ...secrets }
    const monitor = connectionMonitor(portal, id)
    await prepareGate(db, id, { closed: false })
    const connector = adapter.open({
      portal,
      id,
      name,
      settings,
      stream: integrationStream({ name, privateHosts: config.privateHosts, onCall: monitor.onCall }),
      fetch: (vendor) =>
        integrationFetch({
          ...vendor,
          ...monitor,
          ...(fresh ? { tries: 1 } : {}),
          gate: sharedGate(db, id, vendor.rate, { passesOpen: fresh }),
          name,
          privateHosts: config.privateHosts,
          log,
        }),
    })
    const connection = { adapter, connector, settings, changedAt }
    // What is sent after a test obeys the circuit again.
    if (fresh) open.delete(id)
    else open.set(id, connection)
    return connection
  }
}

export type OpenConnection = ReturnType<typeof connectionOpener>

const openers = new WeakMap<AppContext, OpenConnection>()

/** The opener of this process. */
export function openerOf(portal: AppContext, ports: ConnectionPorts): OpenConnection {
  const open = openers.get(portal) ?? connectionOpener(portal, ports)
  openers.set(portal, open)
  return open
}

/** Opens a connection for a feature whose jobs call its system. */
export async function openConnector(
  portal: AppContext,
  id: string,
  options: { fresh?: boolean } = {},
): Promise<Connector> {
  return (await servedOpener(portal)(id, options)).connector
}

/** The settings of a connection, secrets decrypted. */
export async function connectionSettings(portal: AppContext, id: string): Promise<Readonly<Record<string, string>>> {
  return (await servedOpener(portal)(id)).settings
}

function servedOpener(portal: AppContext): OpenConnection {
  const open = openers.get(portal)
  if (!open) throw new Error('connections are not served')
  return open
}
