import * as z from 'zod/mini'
import { accountProblems, DeploymentType } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { readOverview } from './contract/overview-permissions.ts'
import { OverviewFilters, OverviewGroup, OverviewRow } from './contract/overview-shapes.ts'
import { overviewStates } from './contract/overview-states.ts'

export { readOverview } from './contract/overview-permissions.ts'
export type { OverviewRow } from './contract/overview-shapes.ts'

export const overviewProblems = problems({
  'overview-too-slow': {
    status: 408,
    text: 'The software overview took longer than 30 seconds. Choose fewer accounts or products, then try again.',
  },
})

/** The overview has at most this many accounts; the page warns where there are more. */
export const MOST_ACCOUNTS = 2000

const url = '/api/overview'
const shared = { tag: 'Software overview', guard: readOverview } as const
const listed = [accountProblems['account-not-found'], overviewProblems['overview-too-slow']] as const
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
  ...shared,
  name: 'listOverview',
  method: 'GET',
  url,
  summary: 'List what software each account has and runs, and how far it is behind the newest version',
  query: listQuery(['account'], filters, sizes),
  reply: halList('overview', OverviewRow),
  problems: listed,
})
export const listGroupedOverview = endpoint({
  ...shared,
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
  problems: listed,
})
export const listOverviewFilters = endpoint({
  ...shared,
  name: 'listOverviewFilters',
  method: 'GET',
  url: '/api/filters',
  summary: 'List the values of the filters of the software overview, with counts',
  reply: OverviewFilters,
  problems: [overviewProblems['overview-too-slow']],
})
export const downloadOverview = endpoint({
  ...shared,
  name: 'downloadOverview',
  method: 'GET',
  url: `${url}/csv`,
  summary: 'Download the software overview as CSV',
  query: z.strictObject(filters),
  media: { produces: 'text/csv' },
  problems: listed,
})
