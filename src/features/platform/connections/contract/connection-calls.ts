import * as z from 'zod/mini'
import { problems } from '#kit/contract/problem.ts'
import { operateConnections } from './connection-permissions.ts'

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
