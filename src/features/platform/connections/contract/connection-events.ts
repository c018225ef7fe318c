import * as z from 'zod/mini'
import { changesByName, changesTo, defineEvent } from '#kit/contract/event.ts'
import { SimulatedFault } from './connection-shapes.ts'

export const connectionCreated = defineEvent('connection.created', {
  audience: 'account',
  text: 'connected {subject}',
  data: {
    system: z.string(),
    settings: z.record(z.string(), z.string()),
    plugin: z.string(),
    pluginStatus: z.string(),
    newValue: z.string(),
  },
})
/** `data.changes` has the changed settings; of secrets only that they changed. */
export const connectionChanged = defineEvent('connection.changed', {
  audience: 'account',
  text: 'changed the settings of connection {subject}',
  data: {
    /** Of each setting of its system; of secrets only that they changed. */
    changes: changesByName,
    plugin: z.string(),
    pluginStatus: z.string(),
    newValue: z.string(),
  },
})
export const connectionDeleted = defineEvent('connection.deleted', {
  audience: 'account',
  text: 'deleted connection {subject}',
  data: { plugin: z.string(), pluginStatus: z.string(), newValue: z.string() },
})
/** The first call since the settings were saved succeeded. */
export const connectionStarted = defineEvent('connection.started', {
  audience: 'account',
  text: 'connection {subject} works',
  data: { plugin: z.string(), pluginStatus: z.string(), newValue: z.string() },
})
/** Too many calls failed: none are made for a while, and messages wait. */
export const connectionDisconnected = defineEvent('connection.disconnected', {
  audience: 'account',
  text: 'connection {subject} does not respond: its messages wait',
  data: { plugin: z.string(), pluginStatus: z.string(), newValue: z.string() },
})
/** A call succeeded after that. */
export const connectionReconnected = defineEvent('connection.reconnected', {
  audience: 'account',
  text: 'connection {subject} responds again',
  data: { plugin: z.string(), pluginStatus: z.string(), newValue: z.string() },
})
export const connectionStopped = defineEvent('connection.stopped', {
  audience: 'account',
  text: 'stopped connection {subject}',
  data: { plugin: z.string(), pluginStatus: z.string(), newValue: z.string() },
})
export const connectionResumed = defineEvent('connection.resumed', {
  audience: 'account',
  text: 'started connection {subject} again',
  data: { plugin: z.string(), pluginStatus: z.string(), newValue: z.string() },
})
export const connectionTested = defineEvent('connection.tested', {
  audience: 'vendor',
  text: 'tested connection {subject}',
  data: { failed: z.optional(z.string()) },
})
export const connectionMessagesRetried = defineEvent('connection.messages-retried', {
  audience: 'vendor',
  text: 'sent messages of connection {subject} again',
  data: { items: z.array(z.string()), count: z.int() },
})
export const connectionMessagesDropped = defineEvent('connection.messages-dropped', {
  audience: 'vendor',
  text: 'discarded messages of connection {subject}',
  data: { items: z.array(z.string()), count: z.int() },
})
export const connectionMessagesReplayed = defineEvent('connection.messages-replayed', {
  audience: 'vendor',
  text: 'sent a day of messages of connection {subject} again',
  data: { from: z.string(), to: z.string(), count: z.int() },
})
/** Responses of the system have other fields than before. `data` has the operation and the fields. */
export const connectionContractChanged = defineEvent('connection.contract-changed', {
  audience: 'vendor',
  text: 'responses of connection {subject} have other fields than before',
  data: { operation: z.string(), fields: z.array(z.string()) },
})
export const connectionContractAccepted = defineEvent('connection.contract-accepted', {
  audience: 'vendor',
  text: 'accepted changed responses of connection {subject}',
  data: { operations: z.array(z.string()) },
})
export const connectionFaultSimulated = defineEvent('connection.fault-simulated', {
  audience: 'vendor',
  text: 'simulated a fault on connection {subject}',
  data: { changes: changesTo({ fault: SimulatedFault }) },
})
