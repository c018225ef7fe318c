import { outboxWorkerTasks } from '#kit/server/outbox/outbox-worker.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { connectionsChanged } from '../contract.ts'
import type { ConnectionPorts } from './adapter.ts'
import { connectionQueue } from './connection-queue.ts'
import { serveConnections } from './connection-routes.ts'
import { hookTasks } from './hook-events.ts'
import { serveHooks } from './hook-routes.ts'
import { serveMessages } from './message-routes.ts'
import { connectionOpener, connectionSecrets, type OpenConnection } from './open-connections.ts'
import { serveTest } from './test-connection.ts'

export type { Adapter, ConnectionPorts, ConnectionSource } from './adapter.ts'
export { type ConnectionMonitor, connectionMonitor } from './connection-monitor.ts'
export { enqueueConnectionMessage } from './connection-queue.ts'
export { recordCircuit } from './connection-status.ts'
export { connectionsWhere, stateSql } from './connection-store.ts'
export { standardWebhooks } from './hook-signature.ts'
export { connectionOpener } from './open-connections.ts'
export { putConnection } from './put-connection.ts'

/** Connections to outside systems: set up, tested, watched and operated in one place. */
export function connectionsFeature(ports: ConnectionPorts): Feature {
  const openers = new WeakMap<AppContext, OpenConnection>()
  const openerOf = (portal: AppContext) => {
    const open = openers.get(portal) ?? connectionOpener(portal, ports)
    openers.set(portal, open)
    return open
  }
  return {
    name: 'connections',
    serve(portal) {
      serveConnections(portal, ports)
      serveTest(portal, ports, openerOf(portal))
      serveMessages(portal, ports)
      serveHooks(portal, ports, openerOf(portal))
    },
    topics: [connectionsChanged],
    encryptedColumns: connectionSecrets,
    tasks: (portal) => [
      ...outboxWorkerTasks(portal, connectionQueue(portal, openerOf(portal))),
      ...hookTasks(portal, openerOf(portal)),
    ],
  }
}
