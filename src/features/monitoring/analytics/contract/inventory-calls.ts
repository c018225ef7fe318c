import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { analyticsProblems, readInventories } from './analytics.ts'

/** What an inventory is made of; a CSV file each. */
export const inventorySheets = ['summary', 'modems', 'rpds', 'macDomains', 'onus', 'changes'] as const

const cell = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
export const InventoryChange = z.object({
  what: z.enum(['summary', 'modems', 'rpds', 'macDomains', 'onus']),
  /** What was added, removed or changed: a field of the summary, a model, an RPD, a MAC domain or a PON port. */
  object: z.string(),
  field: z.string(),
  before: cell,
  after: cell,
})
export type InventoryChange = z.output<typeof InventoryChange>

/** The inventory of a deployment on a local day; `missing`: it did not respond. */
export const InventoryDay = z.object({
  deploymentId: z.string(),
  deployment: z.string(),
  day: z.iso.date(),
  collectedAt: z.iso.datetime(),
  missing: z.boolean(),
  /** Null while missing. */
  summary: z.nullable(z.record(z.string(), cell)),
  changeCount: z.int(),
  /** The first hundred. */
  changes: z.array(InventoryChange),
})
export type InventoryDay = z.output<typeof InventoryDay>

export const listInventory = endpoint({
  tag: 'Analytics',
  guard: readInventories,
  name: 'listInventory',
  method: 'GET',
  url: '/api/plugins/analytics/inventory',
  summary: 'List the newest daily inventories of the deployments of an account with what changed since the day before',
  query: z.strictObject({
    account: oneLine(100),
    days: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(31))), 1),
  }),
  reply: halList('inventory', InventoryDay),
  problems: [analyticsProblems['analytics-account-not-found']],
})
export const readInventorySheet = endpoint({
  tag: 'Analytics',
  guard: readInventories,
  name: 'readInventorySheet',
  method: 'GET',
  url: '/api/plugins/analytics/inventory/{deployment}/{day}/{sheet}',
  summary: 'Download a sheet of the inventory of a deployment as CSV',
  params: z.strictObject({
    deployment: z.string().check(z.regex(/^\d{1,15}$/)),
    day: z.iso.date(),
    sheet: z.enum(inventorySheets),
  }),
  reply: z.string(),
  problems: [analyticsProblems['inventory-not-found']],
})
