import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from './messages/en.json' with { type: 'json' }

export const readAccounts = permission(
  'account:read',
  everyVendorRole,
  roles('MANAGER', 'USER', 'FIELDTECH', 'CUST_CONTRACTOR'),
)

export const accountProblems = problems(en.problems, { 'account-not-found': 404 })

export const Stage = z.enum(['PRE_SALES', 'LIFT', 'PRODUCTION'])
export const Region = z.enum(['NORTH_AMERICA', 'SOUTH_AMERICA', 'EMEA', 'ASIA_PACIFIC'])
export const DeploymentType = z.enum(['DOCSIS', 'CN-DOCSIS', 'CN-PON'])

export const AccountType = z.enum(['CUSTOMER', 'VAR', 'NOT_A_PARENT'])
export const PartnerType = z.enum(['INTERNAL', 'PARTNER', 'PARTNER_LAB'])

/** A person as other rooms show them. */
export const PersonRef = z.object({ id: z.string(), username: z.string(), fullName: z.string() })
export type PersonRef = z.output<typeof PersonRef>

/** One installed system of an account. */
export const Deployment = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  type: DeploymentType,
  stage: Stage,
  softwareVersion: z.nullable(z.string()),
})

/** A customer organisation. `id` and `accountId` are the same value. */
export const Account = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  accountType: AccountType,
  partnerType: z.nullable(PartnerType),
  isParent: z.boolean(),
  isFederated: z.boolean(),
  viewOnly: z.boolean(),
  parentAccount: z.nullable(z.string()),
  stage: Stage,
  region: Region,
  country: z.nullable(z.string()),
  city: z.nullable(z.string()),
  address: z.nullable(z.string()),
  crmId: z.nullable(z.string()),
  /** Where its picture is; changes with the picture. */
  logo: z.nullable(z.string()),
  /** Whether its people need a second factor. */
  requiresMfa: z.boolean(),
  /** Whether people of an allowed domain who sign up get the role USER at once. */
  selfJoin: z.boolean(),
  timeZone: z.string(),
  projectKey: z.string(),
  csm: z.nullable(PersonRef),
  deployments: z.array(Deployment),
  /** Open cases on the customer side; with `fetchIssuesAndChannelsCount`, and in `/accounts/me`. */
  openCases: z.optional(z.int()),
  /** Open outages. */
  openOutages: z.optional(z.int()),
  version: z.int(),
  updated: z.iso.datetime(),
})
export type Account = z.output<typeof Account>

/** Support figures of one account (decisions.md 3.5); medians in minutes over the past 30 days, null without a sample. */
export const SupportStats = z.object({
  account: z.string(),
  accountId: z.string(),
  displayName: z.string(),
  open: z.int(),
  openByPriority: z.object({ low: z.int(), medium: z.int(), high: z.int(), critical: z.int() }),
  waitingForCustomer: z.int(),
  oldestWaitingSince: z.nullable(z.iso.datetime()),
  resolvedPast30Days: z.int(),
  outagesOpen: z.int(),
  medianFirstResponseMinutes: z.nullable(z.number()),
  medianResolutionMinutes: z.nullable(z.number()),
  usersInUse: z.int(),
})
export type SupportStats = z.output<typeof SupportStats>

const accountFilters = {
  stage: z.optional(z.array(Stage)),
  region: z.optional(z.array(Region)),
  deploymentTypes: z.optional(z.array(DeploymentType)),
  csm: z.optional(z.array(z.string().check(z.maxLength(320)))),
}
const account = { tag: 'Accounts', guard: readAccounts } as const

export const listAccounts = endpoint({
  ...account,
  name: 'listAccounts',
  method: 'GET',
  url: '/api/accounts',
  summary: 'Accounts that the caller may see',
  query: listQuery(
    ['name', 'displayName', 'stage', 'region', 'updatedAt'],
    {
      ...accountFilters,
      q: z.optional(z.string().check(z.maxLength(200))),
      fetchIssuesAndChannelsCount: z.optional(z.boolean()),
    },
    { maximum: 2000 },
  ),
  reply: halList('accounts', Account),
  problems: [],
  csv: true,
})

// Of oneself, so nobody is refused: whoever has no role has no accounts.
export const listMyAccounts = endpoint({
  ...account,
  guard: 'signed-in',
  name: 'listMyAccounts',
  method: 'GET',
  url: '/api/accounts/me',
  summary: 'Accounts of the dashboard, filtered by stage, region, deployment type and customer-success manager',
  query: listQuery(['name', 'displayName', 'openCases', 'openOutages'], accountFilters, { maximum: 2000, usual: 2000 }),
  reply: halList('accounts', Account),
  problems: [],
})

export const searchAccounts = endpoint({
  ...account,
  name: 'searchAccounts',
  method: 'GET',
  url: '/api/accounts/search',
  summary: 'Accounts by name, display name, CRM id or domain; forgives a typing error',
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: halList('accounts', Account),
  problems: [],
})

export const readAccount = endpoint({
  ...account,
  name: 'readAccount',
  method: 'GET',
  url: '/api/accounts/{id}',
  summary: 'One account',
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  reply: Account,
  problems: [accountProblems['account-not-found']],
})

export const readSupportStats = endpoint({
  ...account,
  name: 'readSupportStats',
  method: 'GET',
  url: '/api/accounts/support-stats',
  summary: 'Support figures per account',
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
  summary: "A person's accounts; one entry named * for vendor staff",
  params: z.strictObject({ userId: z.string().check(z.maxLength(64)) }),
  reply: halList(
    'accounts',
    z.object({ id: z.string(), accountId: z.string(), name: z.string(), displayName: z.string() }),
  ),
  problems: [accountProblems['account-not-found']],
})

/** First segments that the portal's own addresses use, and words that stand where an account's id can (`/api/accounts/me`); no account may be called so. */
export const reservedNames: readonly string[] = [
  'central',
  'deleted',
  'join',
  'multifactor',
  'plugin',
  'plugins',
  'requests',
  'search',
  'support-stats',
  'test',
  'rehearsal',
  'user',
  'account',
  'accounts',
  'admin',
  'api',
  'assets',
  'dashboard',
  'decisions',
  'denied',
  'healthz',
  'idp',
  'infrastructure',
  'analytics',
  'login',
  'logout',
  'me',
  'metrics',
  'oauth2',
  'readyz',
  's',
  'signin',
  'signup',
  'software',
  'support',
  'teams',
  'v2',
  'welcome',
  'calendar',
]
