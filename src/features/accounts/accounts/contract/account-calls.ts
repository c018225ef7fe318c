import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { readAccounts, readPlans } from './account-permissions.ts'
import { accountProblems } from './account-problems.ts'
import { Account, DeploymentType, Region, Stage, SupportStats } from './account-shapes.ts'

const accountFilters = {
  stage: z.optional(z.array(Stage)),
  region: z.optional(z.array(Region)),
  deploymentTypes: z.optional(z.array(DeploymentType)),
  /** E-mail addresses or ids of customer-success managers; `none` for accounts without one. */
  csm: z.optional(z.array(z.string().check(z.maxLength(320)))),
}
const account = { tag: 'Accounts', guard: readAccounts } as const

export const listAccounts = endpoint({
  ...account,
  optionalPermissions: [readPlans],
  name: 'listAccounts',
  method: 'GET',
  url: '/api/accounts',
  summary: 'List the accounts that you can see',
  query: listQuery(['name', 'displayName', 'stage', 'region', 'updatedAt'], {
    ...accountFilters,
    q: z.optional(z.string().check(z.maxLength(200))),
    active: z.optional(z.boolean()),
    fetchIssuesAndChannelsCount: z.optional(z.boolean()),
  }),
  reply: halList('accounts', Account),
  problems: [],
  csv: true,
})

// About the caller, so no user is denied: a user without a role has no accounts.
export const listMyAccounts = endpoint({
  ...account,
  guard: 'signed-in',
  optionalPermissions: [readPlans],
  name: 'listMyAccounts',
  method: 'GET',
  url: '/api/accounts/me',
  summary:
    'List the accounts of the dashboard, filtered by stage, region, deployment type and customer-success manager',
  query: listQuery(['name', 'displayName', 'openCases', 'openOutages'], accountFilters, { maximum: 2000, usual: 2000 }),
  reply: halList('accounts', Account),
  problems: [],
})

export const searchAccounts = endpoint({
  ...account,
  optionalPermissions: [readPlans],
  name: 'searchAccounts',
  method: 'GET',
  url: '/api/accounts/search',
  summary: 'Search accounts by name, display name, CRM ID or domain; tolerates a typo',
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: halList('accounts', Account),
  problems: [],
})

export const readAccount = endpoint({
  ...account,
  optionalPermissions: [readPlans],
  name: 'readAccount',
  method: 'GET',
  url: '/api/accounts/{id}',
  summary: 'Read an account',
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  reply: Account,
  problems: [accountProblems['account-not-found']],
})

export const readSupportStats = endpoint({
  ...account,
  name: 'readSupportStats',
  method: 'GET',
  url: '/api/accounts/support-stats',
  summary: 'Read support statistics per account',
  query: z.strictObject({ accountName: z.optional(z.string().check(z.maxLength(32))) }),
  reply: halList('stats', SupportStats),
  problems: [accountProblems['account-not-found']],
})

export const listAccountsOfUser = endpoint({
  ...account,
  guard: 'signed-in',
  name: 'listAccountsOfUser',
  method: 'GET',
  url: '/api/accounts/user/{userId}',
  summary: 'List the accounts of a user; one entry named * for vendor staff',
  params: z.strictObject({ userId: z.string().check(z.maxLength(64)) }),
  reply: halList(
    'accounts',
    z.object({ id: z.string(), accountId: z.string(), name: z.string(), displayName: z.string() }),
  ),
  problems: [accountProblems['accounts-of-user-not-found']],
})
