import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { topic } from '#kit/contract/topic.ts'
import {
  Count,
  connectionProblems,
  connections,
  notFound,
  operateConnections,
  params,
  url,
} from './contract/connection.ts'
import {
  Connection,
  ConnectionAdapter,
  ConnectionCall,
  ConnectionContract,
  ConnectionMinute,
  Port,
  SimulatedFault,
} from './contract/connection-shapes.ts'

export { connectionProblems, operateConnections, type Port, pluginPorts } from './contract/connection.ts'
export {
  connectionChanged,
  connectionContractAccepted,
  connectionContractChanged,
  connectionCreated,
  connectionDeleted,
  connectionDisconnected,
  connectionFaultSimulated,
  connectionMessagesDropped,
  connectionMessagesReplayed,
  connectionMessagesRetried,
  connectionReconnected,
  connectionResumed,
  connectionStarted,
  connectionStopped,
  connectionTested,
} from './contract/connection-events.ts'
export {
  Connection,
  ConnectionAdapter,
  ConnectionCall,
  ConnectionContract,
  ConnectionField,
  ConnectionMessage,
  ConnectionMinute,
  ConnectionState,
  SimulatedFault,
} from './contract/connection-shapes.ts'
export {
  dropConnectionMessages,
  listConnectionMessages,
  replayConnectionMessages,
  retryConnectionMessages,
} from './contract/message-calls.ts'

/** A connection changed: its settings, its state, its calls or its messages. */
export const connectionsChanged = topic({
  destination: '/topic/connections',
  summary: 'A connection to an outside system changed',
  guard: operateConnections,
  message: z.object({ id: z.string() }),
})

const settings = z.record(
  z.string().check(z.regex(/^\w{1,40}$/)),
  z.string().check(z.maxLength(10_000), z.regex(/^[^\0]*$/)),
)

export const listConnections = endpoint({
  ...connections,
  name: 'listConnections',
  method: 'GET',
  url,
  summary: 'List the connections to outside systems with their state and health',
  query: z.strictObject({ account: z.optional(z.string().check(z.maxLength(100))), port: z.optional(z.array(Port)) }),
  reply: halList('connections', Connection),
  problems: [],
})
export const listConnectionAdapters = endpoint({
  ...connections,
  name: 'listConnectionAdapters',
  method: 'GET',
  url: `${url}/adapters`,
  summary: 'List the outside systems that can be connected, with the fields of their settings',
  reply: halList('adapters', ConnectionAdapter),
  problems: [],
})
export const readConnection = endpoint({
  ...connections,
  name: 'readConnection',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a connection',
  params,
  reply: Connection,
  problems: [notFound],
})
export const createConnection = endpoint({
  ...connections,
  forbiddenWhileImpersonating: true,
  name: 'createConnection',
  method: 'POST',
  url,
  status: 201,
  summary: 'Connect a port to an outside system, of one account or of all',
  body: z.strictObject({
    port: Port,
    system: z.string().check(z.minLength(1), z.maxLength(40)),
    /** The name of the account; absent for a connection of all accounts. */
    account: z.optional(z.string().check(z.maxLength(100))),
    settings,
  }),
  reply: Connection,
  problems: [connectionProblems['connection-account-not-found'], connectionProblems['connection-exists']],
})
export const changeConnection = endpoint({
  ...connections,
  forbiddenWhileImpersonating: true,
  name: 'changeConnection',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change settings of a connection, stop it, or start it again; secrets that are not given are kept',
  params,
  body: z.strictObject({ settings: z.optional(settings), stopped: z.optional(z.boolean()) }),
  reply: Connection,
  problems: [notFound, connectionProblems['connection-set-elsewhere']],
})
export const deleteConnection = endpoint({
  ...connections,
  forbiddenWhileImpersonating: true,
  name: 'deleteConnection',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a connection that no messages wait for; what the portal has built in is used again',
  params,
  problems: [notFound, connectionProblems['connection-set-elsewhere'], connectionProblems['connection-has-messages']],
})
export const testConnection = endpoint({
  ...connections,
  name: 'testConnection',
  method: 'POST',
  url: `${url}/{id}/test`,
  summary: 'Call the outside system now; an error names `url`, `login` or `name`, whichever is wrong',
  params,
  limit: { count: 30, seconds: 60 },
  reply: Connection,
  problems: [notFound, connectionProblems['connection-test-failed'], connectionProblems['connection-timeout']],
})
export const countConnectionCalls = endpoint({
  ...connections,
  name: 'countConnectionCalls',
  method: 'GET',
  url: `${url}/{id}/minutes`,
  summary: 'Count the calls of the last 24 hours by minute and result, oldest first',
  params,
  reply: halList('minutes', ConnectionMinute),
  problems: [notFound],
})
export const listConnectionCalls = endpoint({
  ...connections,
  name: 'listConnectionCalls',
  method: 'GET',
  url: `${url}/{id}/calls`,
  summary: 'List the last 100 calls, newest first: method, path, result and time',
  params,
  reply: halList('calls', ConnectionCall),
  problems: [notFound],
})
export const listConnectionContracts = endpoint({
  ...connections,
  name: 'listConnectionContracts',
  method: 'GET',
  url: `${url}/{id}/contracts`,
  summary: 'List the shapes of the responses of the system, and which fields are not what they were',
  params,
  reply: halList('contracts', ConnectionContract),
  problems: [notFound],
})
export const acceptConnectionContract = endpoint({
  ...connections,
  name: 'acceptConnectionContract',
  method: 'POST',
  url: `${url}/{id}/contracts/accept`,
  summary: 'Accept the changed fields of responses as the right ones',
  params,
  body: z.strictObject({
    operations: z.array(z.string().check(z.maxLength(600))).check(z.minLength(1), z.maxLength(100)),
  }),
  reply: Count,
  problems: [notFound],
})
export const simulateConnectionFault = endpoint({
  ...connections,
  forbiddenWhileImpersonating: true,
  name: 'simulateConnectionFault',
  method: 'PUT',
  url: `${url}/{id}/fault`,
  summary: 'Have calls of the connection fail in a way, or work again; not in production',
  params,
  body: z.strictObject({ fault: z.nullable(SimulatedFault) }),
  reply: Connection,
  problems: [notFound, connectionProblems['connection-fault-off']],
})
