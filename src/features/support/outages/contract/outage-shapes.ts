import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { CaseStatus } from '#features/support/case-access/contract.ts'
import { outageReasonNames } from './outage-enums.ts'

const count = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
/** Modems per device family; `cnD31` and `d31` are parts of the others. */
export const ByFamily = z.strictObject({ cn: count, cnD31: count, nonCn: count, d31: count, onu: count })

const version = z.nullable(z.string().check(z.maxLength(100)))
/** The fields of an outage that staff set. */
export const outageFields = {
  started: z.iso.datetime(),
  ended: z.nullable(z.iso.datetime()),
  totalCmsAffected: count,
  byFamily: z.nullable(ByFamily),
  reason: z.enum(outageReasonNames),
  isVendorIssue: z.nullable(z.boolean()),
  cmtsVersion: version,
  rpdVersion: version,
  planOfAction: z.string().check(z.maxLength(32_767)),
} as const

/** An outage as the list and its page show it. */
export const Outage = z.object({
  ...outageFields,
  key: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  subject: z.string(),
  status: CaseStatus,
  open: z.boolean(),
  assignee: z.nullable(UserRef),
  deployment: z.nullable(z.string()),
  conversion: z.enum(['QUEUED', 'DONE']),
  /** Whole minutes from start to end; until now while it is not over. */
  outageTime: z.int(),
  /** When the next public update is due; null when it is over. */
  updateDue: z.nullable(z.iso.datetime()),
  /** Until when a reportable outage is to be reported to the authority; null while it is not reportable. */
  reportBy: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type Outage = z.output<typeof Outage>

const entry = {
  id: z.string(),
  at: z.iso.datetime(),
  author: UserRef,
  /** Markdown. */
  body: z.string(),
}
/** An entry of the timeline that both sides read. */
export const OutageEntry = z.object({ ...entry, kind: z.literal('public') })
export type OutageEntry = z.output<typeof OutageEntry>
/** An entry of the timeline for vendor staff; another type and another table, so that a leak does not compile. */
export const InternalOutageEntry = z.object({ ...entry, kind: z.literal('internal') })
export type InternalOutageEntry = z.output<typeof InternalOutageEntry>
