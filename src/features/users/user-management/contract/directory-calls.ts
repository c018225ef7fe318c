import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { topic } from '#kit/contract/topic.ts'
import { readUsers, syncUsers } from './user-permissions.ts'
import { managedUserProblems, managing } from './user-problems.ts'

/** The user changed, by a user or in the background, such as by a response of their directory. */
export const userChanged = topic({
  destination: '/topic/users',
  summary: 'A visible user or a message to their directory changed',
  guard: readUsers,
  message: z.object({ id: z.string() }),
})

/**
 * An outbox message about a user to an external directory. FAILED: rejected for good, or not accepted for half a day.
 */
export const DirectoryMessage = z.object({
  id: z.string(),
  operation: z.string(),
  state: z.enum(['WAITING', 'DONE', 'FAILED', 'DROPPED']),
  attempts: z.int(),
  error: z.nullable(z.string()),
  /** The user who caused it; null is the portal itself. */
  postedBy: z.nullable(z.string()),
  postedAt: z.iso.datetime(),
  nextTryAt: z.nullable(z.iso.datetime()),
  settledAt: z.nullable(z.iso.datetime()),
})
export type DirectoryMessage = z.output<typeof DirectoryMessage>

const messages = { tag: 'Users', guard: syncUsers } as const
const found = managedUserProblems['user-not-found']
const oneMessage = z.strictObject({ id: userId, messageId: userId })

export const listDirectoryMessages = endpoint({
  ...messages,
  name: 'listDirectoryMessages',
  method: 'GET',
  url: '/api/users/{id}/directory/messages',
  summary: 'List the messages to the external directory of a user, newest first, at most 50',
  params: z.strictObject({ id: userId }),
  reply: halList('letters', DirectoryMessage),
  problems: [found],
})

export const retryDirectoryMessage = endpoint({
  ...messages,
  forbiddenWhileImpersonating: true,
  name: 'retryDirectoryMessage',
  method: 'POST',
  url: '/api/users/{id}/directory/messages/{messageId}/retry',
  summary: 'Send the message to the external directory again',
  params: oneMessage,
  problems: [...managing, managedUserProblems['directory-message-not-found']],
})

export const discardDirectoryMessage = endpoint({
  ...messages,
  forbiddenWhileImpersonating: true,
  name: 'discardDirectoryMessage',
  method: 'DELETE',
  url: '/api/users/{id}/directory/messages/{messageId}',
  summary: 'Discard a failed message to the external directory; its state applies again',
  params: oneMessage,
  problems: [...managing, managedUserProblems['directory-message-not-found']],
})
