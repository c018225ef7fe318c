import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { accountName } from './account-name.ts'
import { readPlans } from './account-permissions.ts'

/** The seats of an account: taken, and available in all; null is no limit. */
export const AccountSeats = z.object({
  account: z.string(),
  accountId: z.string(),
  used: z.int(),
  limit: z.nullable(z.int()),
})

export const listSeats = endpoint({
  tag: 'Accounts',
  guard: readPlans,
  name: 'listSeats',
  method: 'GET',
  url: '/api/users/seats',
  summary: 'Read the seats taken and allowed per account, or of one account',
  query: z.strictObject({ account: z.optional(accountName) }),
  reply: halList('accounts', AccountSeats),
  problems: [],
})
