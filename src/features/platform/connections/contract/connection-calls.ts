import * as z from 'zod/mini'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }
import { operateConnections } from './connection-permissions.ts'

export const connectionProblems = problems(en.problems, {
  'connection-not-found': 404,
  'connection-account-not-found': 404,
  'connection-exists': 409,
  'connection-set-elsewhere': 409,
  'connection-has-messages': 409,
  'connection-test-failed': 422,
  'connection-timeout': 408,
  'connection-fault-off': 409,
  'connection-replay-off': 409,
})

export const url = '/api/connections'
/** What all calls of connections have. */
export const connections = { tag: 'Connections', guard: operateConnections } as const
export const notFound = connectionProblems['connection-not-found']
export const params = z.strictObject({ id: z.string().check(z.regex(/^[a-z]{1,20}:[\w.@-]{1,100}$/)) })
/** How many of the named messages or contracts there were. */
export const Count = z.object({ count: z.int() })
