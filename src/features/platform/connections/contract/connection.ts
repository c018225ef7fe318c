import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** The ports whose state an account sees: its plugins. */
export const pluginPorts = [
  'jira',
  'jsm',
  'confluence',
  'slack',
  'opsgenie',
  'analytics',
  'sonar',
  'salesforce',
  'box',
  'registry',
] as const

/** What the portal needs of outside systems. */
export const ports = [
  ...pluginPorts,
  'calendar',
  'mail',
  'jenkins',
  'plans',
  'regions',
  'storage',
  'directory',
  'services',
  'siem',
] as const
export type Port = (typeof ports)[number]

/**
 * INSTALLED: settings saved, no call succeeded since. STARTED: it works. FINISHED: a one-time task ended. STOPPED:
 * switched off by a user, messages wait.
 */
export const connectionStates = ['NOT_INSTALLED', 'INSTALLED', 'STARTED', 'FINISHED', 'STOPPED'] as const

/** Why a call failed; `internal` is an error of the portal itself. */
export const connectionFaults = [
  'timeout',
  'unreachable',
  'busy',
  'failing',
  'garbled',
  'shape',
  'resting',
  'credentials',
  'blocked',
  'missing',
  'rejected',
  'internal',
] as const

export const fieldTypes = ['text', 'url', 'secret', 'choice'] as const

/**
 * Faults that can be simulated on a connection: no response in time, 429, 503, a connection that breaks, a response that is
 * no JSON, events and messages that come twice, events in another order.
 */
export const simulatedFaults = ['SLOW', 'TOO_MANY', 'FAILING', 'CUT', 'GARBLED', 'DUPLICATE', 'REORDERED'] as const

/** How a field of a response differs: another type, or always there before and absent now. */
export const contractChangeKinds = ['TYPE', 'GONE'] as const

/** What a field of a response holds. */
export const contentTypes = ['text', 'date', 'time', 'number', 'boolean', 'list', 'object'] as const

/** Set up, test and stop connections to outside systems, and decide about messages that cannot be delivered. */
export const operateConnections = permission(
  'connection:operate',
  'Operate connections to outside systems',
  roles('ADMIN', 'CENTRAL'),
)

export const connectionProblems = problems({
  'connection-not-found': { status: 404, text: 'This connection was not found.' },
  'connection-account-not-found': { status: 404, text: 'There is no account {account}.' },
  'connection-exists': { status: 409, text: 'There is a connection {id} already. Change or delete it.' },
  'connection-set-elsewhere': {
    status: 409,
    text: 'The settings of {name} are on the page of its identity provider. Change them there.',
  },
  'connection-has-messages': {
    status: 409,
    text: '{count} messages of this connection were not delivered. Wait until they are sent, or drop them.',
  },
  'connection-test-failed': { status: 422, text: '{reason}' },
  'connection-timeout': { status: 408, text: '{reason}' },
  'connection-fault-off': {
    status: 409,
    text: 'This fault cannot be simulated here. Faults can be simulated in a demo, or where the operator has set PORTAL_ENVIRONMENT to staging, dev or local.',
  },
  'connection-replay-off': {
    status: 409,
    text: 'Messages to {name} cannot be sent again once they were delivered. Retry its dead letters.',
  },
})

export const url = '/api/connections'
/** What all calls of connections have. */
export const connections = { tag: 'Connections', guard: operateConnections } as const
export const notFound = connectionProblems['connection-not-found']
export const params = z.strictObject({ id: z.string().check(z.regex(/^[a-z]{1,20}:[\w.@-]{1,100}$/)) })
/** How many of the named messages or contracts there were. */
export const Count = z.object({ count: z.int() })
