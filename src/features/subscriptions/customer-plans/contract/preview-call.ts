import * as z from 'zod/mini'
import { FacetValue } from '#features/accounts/accounts/contract.ts'
import { facetName, givenValue, MAX_CELLS } from '#features/subscriptions/plans/contract.ts'
import { targetPriorities } from '#features/support/sla-clocks/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { editSubscriptions } from './subscription.ts'

const id = z.string().check(z.regex(/^\d{1,15}$/))
const facet = z.object({ name: z.string(), category: z.string(), subcategory: z.string() })

const minutes = z.nullable(z.int())
const SlaMinutes = z.object({
  firstResponse: minutes,
  nextUpdate: minutes,
  resolution: minutes,
  /** Whether they are minutes of business hours. */
  business: z.boolean(),
})

/** The effect of a change on one account. */
export const PreviewedAccount = z.object({
  accountId: z.string(),
  account: z.string(),
  accountDisplayName: z.string(),
  /** Services whose effective value changes. */
  changes: z.array(z.object({ facet, before: z.nullable(FacetValue), after: z.nullable(FacetValue) })),
  /** Limits below their use after the change. */
  exceeded: z.array(z.object({ facet, used: z.int(), limit: z.int() })),
  /** Targets of cases that change with the SLA plan of the same name; minutes, null = no target. */
  slaTargets: z.array(z.object({ priority: z.enum(targetPriorities), before: SlaMinutes, after: SlaMinutes })),
  /** Users beyond the seats after the change, at most 20: they keep their access. */
  usersBeyond: z.array(z.string()),
})
export type PreviewedAccount = z.output<typeof PreviewedAccount>

export const previewSubscriptions = endpoint({
  tag: 'Customer subscriptions',
  guard: editSubscriptions,
  name: 'previewSubscriptions',
  method: 'POST',
  url: '/api/subscriptions/preview',
  summary:
    'Preview another plan, expiry or own values for accounts, or other values in plans: what changes for each account; saves nothing',
  status: 200,
  body: z.strictObject({
    /** Ids of accounts; absent = all whose subscription you can edit. */
    accounts: z.optional(z.array(id).check(z.maxLength(2000))),
    /** Id or name of the plan that they would get; null = none. */
    plan: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    /** Values of services that they would get instead of those of the plan. */
    overrides: z.optional(
      z.array(z.strictObject({ facet: facetName, constraintValue: z.nullable(givenValue) })).check(z.maxLength(200)),
    ),
    /** The last day that they would have; null = none. */
    expirationDate: z.optional(z.nullable(z.iso.date())),
    cells: z.optional(
      z
        .array(
          z.strictObject({ plan: z.strictObject({ id }), facet: facetName, constraintValue: z.nullable(givenValue) }),
        )
        .check(z.maxLength(MAX_CELLS)),
    ),
  }),
  reply: halList('accounts', PreviewedAccount),
  problems: [],
})
