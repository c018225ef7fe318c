import * as z from 'zod/mini'
import {
  connectionFaults,
  connectionStates,
  contentTypes,
  contractChangeKinds,
  fieldTypes,
  ports,
  simulatedFaults,
} from './connection.ts'

export const Port = z.enum(ports)
export const ConnectionState = z.enum(connectionStates)
export const ConnectionFault = z.enum(connectionFaults)
export const SimulatedFault = z.enum(simulatedFaults)
export type SimulatedFault = z.output<typeof SimulatedFault>

/** A field of the settings form of a connection. */
export const ConnectionField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  help: z.nullable(z.string()),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type ConnectionField = z.output<typeof ConnectionField>

/** An outside system that a port can be connected to. */
export const ConnectionAdapter = z.object({
  port: Port,
  system: z.string(),
  name: z.string(),
  /** One connection of all accounts; otherwise one of each account. */
  shared: z.boolean(),
  fields: z.array(ConnectionField),
})
export type ConnectionAdapter = z.output<typeof ConnectionAdapter>

/** A connection to an outside system, without its secrets. */
export const Connection = z.object({
  /** `{port}:{account}`, or `{port}:shared`. */
  id: z.string(),
  port: Port,
  account: z.nullable(z.object({ id: z.string(), name: z.string(), displayName: z.string() })),
  system: z.string(),
  systemName: z.string(),
  /** Its own name, where a port has several: the name of the identity provider. */
  label: z.nullable(z.string()),
  address: z.nullable(z.string()),
  state: ConnectionState,
  /** Null where another page holds its settings: `settingsPath`. */
  fields: z.nullable(z.array(ConnectionField)),
  settings: z.record(z.string(), z.string()),
  secretsSet: z.array(z.string()),
  settingsPath: z.nullable(z.string()),
  /** The last call failed. */
  failing: z.boolean(),
  lastSuccess: z.nullable(z.iso.datetime()),
  lastFailure: z.nullable(
    z.object({ at: z.iso.datetime(), text: z.string(), fault: ConnectionFault, status: z.nullable(z.int()) }),
  ),
  /** Messages that wait to be sent, and dead letters. */
  waiting: z.int(),
  failed: z.int(),
  /** Messages that were delivered can be sent again. */
  canReplay: z.boolean(),
  /** No calls are made, because too many failed. */
  circuitOpenSince: z.nullable(z.iso.datetime()),
  /** While the circuit is open: when the next call tries the system. */
  circuitRetryAt: z.nullable(z.iso.datetime()),
  /** The portal's own limit: calls a second, how many of them at once, and how many may go now. */
  limit: z.nullable(z.object({ perSecond: z.number(), burst: z.int(), left: z.int() })),
  /** What the system says is left of its quota. */
  quota: z.nullable(z.object({ limit: z.nullable(z.int()), left: z.int(), at: z.iso.datetime() })),
  lastPoll: z.nullable(z.iso.datetime()),
  nextPoll: z.nullable(z.iso.datetime()),
  /** Fields of responses that are not what they were. */
  contractChanges: z.int(),
  /** The fault that calls meet instead of the system. */
  simulatedFault: z.nullable(SimulatedFault),
  /** The faults that can be simulated; none in production. */
  simulatableFaults: z.array(SimulatedFault),
  version: z.int(),
})
export type Connection = z.output<typeof Connection>

/** A call to an outside system: no query, header or body. */
export const ConnectionCall = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  status: z.nullable(z.int()),
  /** Null for a call that succeeded. */
  fault: z.nullable(ConnectionFault),
  durationMs: z.int(),
  /** Received by a streamed call, such as one for a blob of an image; null for any other. */
  bytes: z.nullable(z.int()),
})
export type ConnectionCall = z.output<typeof ConnectionCall>

/** How many calls of a connection succeeded and failed in a minute; minutes without a call are absent. */
export const ConnectionMinute = z.object({
  minute: z.iso.datetime(),
  succeeded: z.int(),
  failed: z.int(),
})
export type ConnectionMinute = z.output<typeof ConnectionMinute>

/** A message that waits to be sent (WAITING), or a dead letter (FAILED). */
export const ConnectionMessage = z.object({
  id: z.string(),
  /** What it is about: messages of one record are delivered in their order. */
  record: z.string(),
  /** What it does to what, in words. */
  title: z.string(),
  state: z.enum(['WAITING', 'FAILED']),
  attempts: z.int(),
  error: z.nullable(z.string()),
  postedBy: z.nullable(z.string()),
  postedAt: z.iso.datetime(),
  nextTryAt: z.nullable(z.iso.datetime()),
})
export type ConnectionMessage = z.output<typeof ConnectionMessage>

const types = z.array(z.enum(contentTypes))

/** The shape of the responses to one kind of call: names and types of their fields, no values. */
export const ConnectionContract = z.object({
  /** Method and path; what differs from call to call is `{}`. */
  operation: z.string(),
  /** Responses that were compared, counted until the fields are known: `needed`. */
  samples: z.int(),
  needed: z.int(),
  fields: z.int(),
  changes: z.array(
    z.object({
      field: z.string(),
      kind: z.enum(contractChangeKinds),
      before: types,
      after: types,
      since: z.iso.datetime(),
    }),
  ),
})
export type ConnectionContract = z.output<typeof ConnectionContract>
