import { sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import type { Connection, createConnection } from '../contract.ts'
import type { ConnectionPorts } from './adapter.ts'
import { connectionsWhere } from './connection-store.ts'
import { saveNewConnection } from './create-connection.ts'
import { saveChanges } from './save-connection.ts'

type Context = CommandContext<typeof createConnection>

/** Creates the connection of an account, or changes its settings where there is one; for calls of other features. */
export async function putConnection(
  portal: AppContext,
  ports: ConnectionPorts,
  { body, ...call }: Pick<Context, 'tx' | 'body' | 'record' | 'request'>,
): Promise<Connection> {
  const { port, account = 'shared', settings } = body
  const id = `${port}:${account}`
  const [known] = await connectionsWhere(call.tx, ports, sql`c.id = ${id}`)
  if (known) return saveChanges(portal, ports, { ...call, params: { id }, body: { settings } })
  return saveNewConnection(portal, ports, { ...call, body })
}
