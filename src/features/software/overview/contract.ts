import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { accountProblems, DeploymentType } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** See what software accounts have and run. */
export const readOverview = permission(
  'software:overview',
  'See the software overview',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** How far an account is with a product: the last step that was reached. */
export const overviewStates = ['ASSIGNED', 'DOWNLOADED', 'DEPLOYED'] as const

/** What an account has of a product for a deployment type. */
export const OverviewRow = z.object({
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  product: z.string(),
  deploymentType: DeploymentType,
  /** The newest release; for customers the newest delivered one. */
  release: z.object({ id: z.string(), name: z.string(), status: z.enum(['RELEASED', 'DELIVERED']) }),
  bundle: z.object({ id: z.string(), name: z.string(), version: z.nullable(z.string()), status: z.string() }),
  state: z.enum(overviewStates),
  assigned: z.iso.datetime(),
  /** Its components that were downloaded. */
  downloaded: z.object({ count: z.int(), of: z.int(), at: z.nullable(z.iso.datetime()) }),
  /** The account's deployments of the type that run its version, as they report it. */
  deployed: z.object({
    count: z.int(),
    of: z.int(),
    at: z.nullable(z.iso.datetime()),
    source: z.nullable(z.enum(['RECEIPT', 'INVENTORY'])),
  }),
  /** The versions that these deployments run. */
  running: z.array(z.string()),
  /** The highest active version of product and type that was delivered to any account; customers see its version. */
  newest: z.nullable(
    z.object({ id: z.nullable(z.string()), name: z.nullable(z.string()), version: z.nullable(z.string()) }),
  ),
  /** Active versions above the account's, up to the newest. */
  behind: z.int(),
  lastUpdateTime: z.iso.datetime(),
})
export type OverviewRow = z.output<typeof OverviewRow>

export const OverviewGroup = z.object({
  /** The name of the product or of the account. */
  key: z.string(),
  displayName: z.string(),
  /** How many of its rows are behind the newest version. */
  behind: z.int(),
  rows: z.array(OverviewRow),
})
export type OverviewGroup = z.output<typeof OverviewGroup>

const ValueCounts = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }))
/** The values of the filters, each with the number of its rows. */
export const OverviewFilters = z.object({
  products: ValueCounts,
  versions: ValueCounts,
  deploymentTypes: ValueCounts,
  states: ValueCounts,
  accounts: ValueCounts,
  groups: ValueCounts,
})

export const overviewProblems = problems({
  'overview-too-slow': {
    status: 408,
    text: 'The software overview took longer than 30 seconds. Choose fewer accounts or products, then try again.',
  },
})

/** The overview has at most this many accounts; the page warns where there are more. */
export const MOST_ACCOUNTS = 2000

const url = '/api/overview'
const overview = { tag: 'Software overview', guard: readOverview } as const
const listProblems = [accountProblems['account-not-found'], overviewProblems['overview-too-slow']] as const
const texts = z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(200)))

const filters = {
  account: z.optional(z.string().check(z.maxLength(32))),
  /** A part of the account's name, of the product or of the version. */
  q: z.optional(z.string().check(z.maxLength(100))),
  products: texts,
  versions: texts,
  deploymentTypes: z.optional(z.array(DeploymentType)),
  states: z.optional(z.array(z.enum(overviewStates))),
  accounts: texts,
  /** Ids of distribution groups; for those who manage them. */
  groups: texts,
  /** Only accounts behind the newest version. */
  isBehind: z.optional(z.boolean()),
}
const sizes = { maximum: MOST_ACCOUNTS, usual: MOST_ACCOUNTS }

export const listOverview = endpoint({
  ...overview,
  name: 'listOverview',
  method: 'GET',
  url,
  summary: 'List what software each account has and runs, and how far it is behind the newest version',
  query: listQuery(['account'], filters, sizes),
  reply: halList('overview', OverviewRow),
  problems: listProblems,
})
export const listGroupedOverview = endpoint({
  ...overview,
  name: 'listGroupedOverview',
  method: 'GET',
  url: `${url}/grouped`,
  summary: 'List the same rows in groups by product or by account',
  query: listQuery(
    ['name'],
    { ...filters, group: z._default(z.optional(z.enum(['product', 'account'])), 'product') },
    sizes,
  ),
  reply: halList('overview', OverviewGroup),
  problems: listProblems,
})
export const listOverviewFilters = endpoint({
  ...overview,
  name: 'listOverviewFilters',
  method: 'GET',
  url: '/api/filters',
  summary: 'List the values of the filters of the software overview, with counts',
  reply: OverviewFilters,
  problems: [overviewProblems['overview-too-slow']],
})
export const downloadOverview = endpoint({
  ...overview,
  name: 'downloadOverview',
  method: 'GET',
  url: `${url}/csv`,
  summary: 'Download the software overview as CSV',
  query: z.strictObject(filters),
  media: { produces: 'text/csv' },
  problems: listProblems,
})
