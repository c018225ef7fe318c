import { sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import type { Adapter } from './adapter.ts'
import { publishConnection } from './connection-status.ts'
import { lockStatus } from './connection-store.ts'
import { insertConnection } from './create-connection.ts'
import { saveSettings } from './save-connection.ts'

/**
 * Connects a port of an account for a feature with a settings form of its own, or changes the settings; the fields of
 * its body have the names of the adapter's. Another adapter of the port takes over the messages that wait. Returns the
 * id.
 */
export async function putConnection(
  portal: AppContext,
  call: Pick<CommandContext<unknown>, 'tx' | 'record'>,
  connectionValues: {
    adapter: Adapter
    account: { readonly id: number; readonly name: string }
    settings: Readonly<Record<string, string>>
  },
): Promise<string> {
  const { tx } = call
  const { adapter, account, settings } = connectionValues
  const id = `${adapter.port}:${account.name}`
  await lockStatus(tx, id)
  const row = await tx.selectFrom('connections').select('system').where('id', '=', id).executeTakeFirst()
  if (row?.system !== adapter.system) {
    if (row) await tx.deleteFrom('connections').where('id', '=', id).execute()
    return insertConnection(portal, call, { ...connectionValues, within: '' })
  }
  await saveSettings(portal, call, { subject: id, account: account.id, adapter, settings, within: '' })
  await sql`update connection_status set version = version + 1 where connection = ${id}`.execute(tx)
  await publishConnection(portal, tx, id)
  return id
}
