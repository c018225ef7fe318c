import * as z from 'zod/mini'
import { DeploymentType } from '#features/accounts/accounts/contract.ts'
import { overviewStates } from './overview-states.ts'

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

const Counted = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }))
/** The values of the filters, each with the number of its rows. */
export const OverviewFilters = z.object({
  products: Counted,
  versions: Counted,
  deploymentTypes: Counted,
  states: Counted,
  accounts: Counted,
  groups: Counted,
})
