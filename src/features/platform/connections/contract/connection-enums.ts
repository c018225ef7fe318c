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
