import { sql } from 'kysely'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type Connection,
  changeConnection,
  createConnection,
  deleteConnection,
  listConnectionAdapters,
  listConnections,
  readConnection,
} from '../contract.ts'
import type { ConnectionPorts } from './adapter.ts'
import { connectionOf, connectionsWhere, fieldsOf } from './connection-store.ts'
import { saveNewConnection } from './create-connection.ts'
import { removeConnection, saveChanges } from './save-connection.ts'

/** Connections: reading, creating, changing, stopping and deleting them. */
export function serveConnections(portal: AppContext, ports: ConnectionPorts): void {
  const { db } = portal

  serve(portal, listConnections, async (call) => {
    const { account, port } = call.query
    const connections = await connectionsWhere(
      db,
      ports,
      sql`(${account ?? null}::text is null or a.name = ${account ?? null})
        and (${port ?? null}::text[] is null or c.port = any(${port ?? null}::text[]))`,
    )
    return halSinglePage(call, 'connections', connections)
  })
  serve(portal, listConnectionAdapters, async (call) => {
    const adapters = ports.adapters.map(({ port, system, name, shared = false, fields }) => ({
      port,
      system,
      name,
      shared,
      fields: fieldsOf(fields),
    }))
    return halSinglePage(call, 'adapters', adapters)
  })
  serve(portal, readConnection, async (call) => replyWithEtag(await connectionOf(db, ports, call.params.id)))
  registerCommand(portal, createConnection, async (call) => replyWithEtag(await saveNewConnection(portal, ports, call)))
  registerCommand(portal, changeConnection, async (call) => replyWithEtag(await saveChanges(portal, ports, call)))
  registerCommand(portal, deleteConnection, async (call) => {
    await removeConnection(portal, ports, call)
    return undefined
  })
}

function replyWithEtag(connection: Connection) {
  return respond(connection, { headers: { etag: etagOf(connection.version) } })
}
