import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { managementProblems, updateUsers } from '#features/users/managed-users/contract.ts'
import { email } from '#features/users/users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { fullName, subscriptionKinds, User } from './user-shapes.ts'

export const updateUser = endpoint({
  tag: 'Users',
  guard: updateUsers,
  name: 'updateUser',
  method: 'PATCH',
  url: '/api/users/{id}',
  summary: 'Edit the profile and notifications of a user, not their roles or state',
  params: z.strictObject({ id: userId }),
  body: z.partial(
    z.strictObject({
      fullName,
      /** Another address: it counts when the link in the mail to it is used. */
      email,
      jobTitle: z.nullable(oneLine(120)),
      phone: z.nullable(
        z.string().check(z.maxLength(40), z.regex(/^\+?[0-9 ()./-]*$/, 'Use only digits, spaces and + ( ) . / -.')),
      ),
      managerEmail: z.nullable(email),
      subscriptions: z.array(z.enum(subscriptionKinds)).check(z.maxLength(8)),
      notificationBlocking: z.boolean(),
      increaseFontSize: z.boolean(),
    }),
  ),
  reply: User,
  problems: [...managementProblems],
})
