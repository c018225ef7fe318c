import { sql } from 'kysely'
import { encryptorFor } from '#kit/server/encryption.ts'
import { changesOf, fromTo } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { pauseConnectionMessages, resumeConnectionMessages } from '#kit/server/outbox/connection-messages.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type Connection,
  type changeConnection,
  connectionChanged,
  connectionDeleted,
  connectionProblems,
  connectionResumed,
  connectionStopped,
  type deleteConnection,
} from '../contract.ts'
import type { Adapter, ConnectionPorts } from './adapter.ts'
import { checkSettings } from './connection-settings.ts'
import { forgetResponses, forgetStatus, pluginData, publishConnection } from './connection-status.ts'
import { accountOfConnection, connectionOf, lockedConnection } from './connection-store.ts'
import { adapterOf } from './open-connections.ts'
import { secretPurpose, storedSecrets } from './stored-secrets.ts'

/** Changes settings; stops and starts the connection. Changed settings are not tested yet. */
export async function saveChanges(
  portal: AppContext,
  ports: ConnectionPorts,
  call: CommandContext<typeof changeConnection>,
): Promise<Connection> {
  const { tx, params, body, record } = call
  const connection = await lockedConnection(tx, ports, params.id)
  requireVersion(call, connection.version)
  const { id } = connection
  const about = { subject: id, account: await accountOfConnection(tx, id) }
  if (body.settings !== undefined) {
    const adapter = requireAdapter(ports, connection)
    await saveSettings(portal, call, { ...about, adapter, settings: body.settings })
  }
  if (body.stopped === true && (await pauseConnectionMessages(tx, id)))
    await record(connectionStopped, { ...about, data: pluginData(id, 'STOPPED') })
  if (body.stopped === false && (await resumeConnectionMessages(tx, id)))
    await record(connectionResumed, { ...about, data: pluginData(id, 'STARTED') })
  await sql`update connection_status set version = version + 1 where connection = ${id}`.execute(tx)
  await publishConnection(portal, tx, id)
  return connectionOf(tx, ports, id)
}

/** Deletes a connection; rejected while messages of it were not delivered. */
export async function removeConnection(
  portal: AppContext,
  ports: ConnectionPorts,
  call: CommandContext<typeof deleteConnection>,
): Promise<void> {
  const { tx, params, record } = call
  const connection = await lockedConnection(tx, ports, params.id)
  requireVersion(call, connection.version)
  const { id, waiting, failed: failedCount } = connection
  requireAdapter(ports, connection)
  if (waiting + failedCount > 0)
    throwProblem(connectionProblems['connection-has-messages'], { count: waiting + failedCount })
  const account = await accountOfConnection(tx, id)
  await sql`delete from connections where id = ${id}`.execute(tx)
  await forgetStatus(tx, id)
  await resumeConnectionMessages(tx, id)
  await record(connectionDeleted, { subject: id, account, data: pluginData(id, 'NOT_INSTALLED') })
  await publishConnection(portal, tx, id)
}

function requireAdapter(ports: ConnectionPorts, connection: Connection): Adapter {
  const { systemName: name } = connection
  return adapterOf(ports, connection) ?? throwProblem(connectionProblems['connection-set-elsewhere'], { name })
}

/** Saves changed settings of a connection, and records what changed. */
export async function saveSettings(
  { config }: AppContext,
  { tx, record }: Pick<CommandContext<unknown>, 'tx' | 'record'>,
  change: {
    subject: string
    account: number | null
    adapter: Adapter
    settings: Readonly<Record<string, string>>
    within?: string
  },
): Promise<void> {
  const { subject: id, account, adapter, settings, within = 'settings.' } = change
  const encrypt = encryptorFor(config)
  const row = await tx
    .selectFrom('connections')
    .select(['settings', 'secrets'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const before = {
    plain: row.settings as Record<string, string>,
    secret: storedSecrets(encrypt, id, row.secrets) ?? {},
  }
  const after = checkSettings(adapter, settings, {
    stored: { ...before.plain, ...before.secret },
    privateHosts: config.privateHosts,
    within,
  })
  const changes = {
    ...changesOf(before.plain, after.plain),
    ...Object.fromEntries(
      Object.keys(changesOf(before.secret, after.secret)).map((name) => [name, fromTo('(secret)', '(secret)')]),
    ),
    ...removedSettings(before.plain, after.plain),
    ...removedSettings(before.secret, after.secret),
  }
  if (Object.keys(changes).length === 0) return
  await sql`
    update connections set settings = ${JSON.stringify(after.plain)}::jsonb, secrets_set = ${Object.keys(after.secret)},
      secrets = ${encrypt.close(JSON.stringify(after.secret), secretPurpose(id))}, updated_at = clock_timestamp() where id = ${id}`.execute(
    tx,
  )
  // Another address or place of the system may respond with other fields.
  if (Object.keys(changes).some((name) => !(name in after.secret))) await forgetResponses(tx, id)
  await sql`update connection_status set works = false where connection = ${id}`.execute(tx)
  await record(connectionChanged, { subject: id, account, data: { ...pluginData(id, 'INSTALLED'), changes } })
}

function removedSettings(before: object, after: object) {
  const names = Object.keys(before).filter((name) => !(name in after))
  return Object.fromEntries(names.map((name) => [name, fromTo('(set)', null)]))
}
