import { outboxWorkerTasks } from '#kit/server/outbox/outbox-worker.ts'
import type { Feature } from '#kit/server/portal.ts'
import { connectionsChanged } from '../contract.ts'
import type { ConnectionPorts } from './adapter.ts'
import { connectionQueue } from './connection-queue.ts'
import { serveConnections } from './connection-routes.ts'
import { serveContracts } from './contract-routes.ts'
import { hookTasks } from './hook-events.ts'
import { serveHooks } from './hook-routes.ts'
import { serveMessages } from './message-routes.ts'
import { connectionSecrets, openerOf } from './open-connections.ts'
import { probeTask } from './probe-circuit.ts'
import { canSimulate } from './simulated-faults.ts'
import { serveTest } from './test-connection.ts'

export type {
  Adapter,
  AdapterField,
  ConnectionPorts,
  ConnectionSource,
  Connector,
  OpenedConnection,
  ReceivedEvent,
} from './adapter.ts'
export { type ConnectionMonitor, connectionMonitor } from './connection-monitor.ts'
export { deleteConnectionMessages, enqueueConnectionMessage, enqueueNewestMessage } from './connection-queue.ts'
export { recordCircuit } from './connection-status.ts'
export { connectionsWhere, stateSql } from './connection-store.ts'
export { type HookScheme, standardWebhooks } from './hook-signature.ts'
export { connectionSettings, openConnector } from './open-connections.ts'
export { putConnection } from './put-connection.ts'
export { prepareGate, sharedGate } from './shared-gate.ts'
export { rejectTest } from './test-connection.ts'

/** Connections to outside systems: set up, tested, watched and operated in one place. */
export function connectionsFeature(connectionPorts: ConnectionPorts): Feature {
  return {
    name: 'connections',
    serve(portal) {
      const ports = { ...connectionPorts, simulates: canSimulate(portal) }
      serveConnections(portal, ports)
      serveTest(portal, ports, openerOf(portal, ports))
      serveMessages(portal, ports)
      serveContracts(portal, ports)
      serveHooks(portal, ports, openerOf(portal, ports))
    },
    topics: [connectionsChanged],
    encryptedColumns: connectionSecrets,
    tasks: (portal) => [
      ...outboxWorkerTasks(portal, connectionQueue(portal, connectionPorts)),
      ...hookTasks(portal, openerOf(portal, connectionPorts)),
      probeTask(portal, openerOf(portal, connectionPorts)),
    ],
  }
}
