import * as z from 'zod/mini'
import { accountName } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { readUsers } from './user-permissions.ts'

/** The seats of an account: taken, and available in all; null is no limit. */
export const AccountSeats = z.object({
  account: z.string(),
  accountId: z.string(),
  used: z.int(),
  limit: z.nullable(z.int()),
})

export const listSeats = endpoint({
  tag: 'Users',
  guard: readUsers,
  name: 'listSeats',
  method: 'GET',
  url: '/api/users/seats',
  summary: 'Read the seats taken and allowed per account, or of one account',
  query: z.strictObject({ account: z.optional(accountName) }),
  reply: halList('accounts', AccountSeats),
  problems: [],
})
