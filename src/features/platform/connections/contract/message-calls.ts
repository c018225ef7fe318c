import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { Count, connectionProblems, connections, notFound, params, url } from './connection.ts'
import { ConnectionMessage } from './connection-shapes.ts'

const itemIds = z.array(z.string().check(z.regex(/^\d{1,15}$/))).check(z.minLength(1), z.maxLength(1_000))

export const listConnectionMessages = endpoint({
  ...connections,
  name: 'listConnectionMessages',
  method: 'GET',
  url: `${url}/{id}/messages`,
  summary: 'List the messages that wait, and those that could not be delivered, oldest first',
  params,
  query: listQuery(['postedAt'], { state: z.optional(z.array(ConnectionMessage.shape.state)) }),
  reply: halList('messages', ConnectionMessage),
  problems: [notFound],
})
const messages = { ...connections, method: 'POST', params, body: z.strictObject({ itemIds }) } as const
export const retryConnectionMessages = endpoint({
  ...messages,
  name: 'retryConnectionMessages',
  url: `${url}/{id}/retry`,
  summary: 'Send messages again that failed or wait',
  reply: Count,
  problems: [notFound],
})
export const dropConnectionMessages = endpoint({
  ...messages,
  forbiddenWhileImpersonating: true,
  name: 'dropConnectionMessages',
  url: `${url}/{id}/drop`,
  summary: 'Discard messages that could not be delivered; recorded in the audit log',
  reply: Count,
  problems: [notFound],
})
export const replayConnectionMessages = endpoint({
  ...connections,
  forbiddenWhileImpersonating: true,
  name: 'replayConnectionMessages',
  method: 'POST',
  url: `${url}/{id}/replay`,
  summary: 'Send the messages of a day again, delivered ones too: the system gets what the portal has now',
  params,
  limit: { count: 10, seconds: 60 },
  /** At most 25 hours: a day of any time zone. */
  body: z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() }),
  reply: Count,
  problems: [notFound, connectionProblems['connection-replay-off']],
})
