import * as z from 'zod/mini'
import { accountName } from '#features/accounts/accounts/contract.ts'
import { domainProblems } from '#features/sign-in/domains/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { roleProblems } from '#features/users/role-assignment/contract.ts'
import { fullName, User } from '#features/users/user-management/contract.ts'
import { email } from '#features/users/users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { problems } from '#kit/contract/problem.ts'
import { createUsers } from './contract/invitation-permissions.ts'

export { createUsers } from './contract/invitation-permissions.ts'

export const invitationProblems = problems({
  'user-exists': {
    status: 409,
    text: 'A user with the address {email} already has access to the portal. Ask your contact at the vendor to add them to the account.',
  },
  'domain-unconfirmed': {
    status: 409,
    text: '{domain} is not an allowed domain of {account}. Confirm that the address may be invited.',
  },
})

/** The invited address has access elsewhere: its user was notified by mail, and nothing changed. */
export const knownUserInvited = defineEvent('user.known-invited', {
  audience: 'vendor',
  text: 'invited {subject}, who already has access',
  data: { email: z.string() },
})

export const createUser = endpoint({
  tag: 'Users',
  guard: createUsers,
  forbiddenWhileImpersonating: true,
  name: 'createUser',
  method: 'POST',
  url: '/api/users',
  summary: 'Invite a user: they get a mail with a link that works once, within 72 hours',
  limit: { count: 30, seconds: 600 },
  body: z.strictObject({
    email,
    fullName,
    account: z.optional(z.nullable(accountName)),
    /** Initial roles: customer roles in `account`, vendor roles; `ROLE:account` names another account. */
    roles: z.optional(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(40))),
    jobTitle: z.optional(z.nullable(oneLine(120))),
    managerEmail: z.optional(z.nullable(email)),
    /** Invites an address outside the account's allowed domains; for staff who invite in every account. */
    confirmDomain: z.optional(z.boolean()),
  }),
  reply: User,
  status: 201,
  problems: [
    invitationProblems['user-exists'],
    invitationProblems['domain-unconfirmed'],
    domainProblems['domain-forbidden'],
    domainProblems['domain-not-allowed'],
    managedUserProblems['seats-taken'],
    managedUserProblems['roles-not-allowed'],
    roleProblems['role-unknown'],
    kitProblems['reauthentication-required'],
  ],
})
