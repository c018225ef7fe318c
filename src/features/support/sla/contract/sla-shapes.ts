import * as z from 'zod/mini'
import { CaseStatus, ResolutionReason } from '#features/support/case-access/contract.ts'

const count = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const maybe = z.nullable(count)
const large = z.int().check(z.minimum(0))
/** Devices per family that staff set; the D3.1 parts may be unknown. */
export const EditedCounts = z.strictObject({ cn: count, cnD31: maybe, nonCn: count, d31: maybe, onu: count })
/** Why staff exclude an outage. */
export const exclusions = ['PLANNED_WORK', 'DUPLICATE', 'WITHDRAWN'] as const
export const LineEdit = z.strictObject({
  /** The key of the outage. */
  key: z.string().check(z.maxLength(64)),
  /** Null: counted, unless a rule excludes it. */
  excludedBecause: z.nullable(z.enum(exclusions)),
  /** Modems that were still up when it began; null: all that were affected. */
  totalCmsAffectedCounted: maybe,
})
/** Why a customer disputes the line of an outage. */
export const DisputeBody = z.strictObject({
  /** The key of the outage. */
  key: z.string().check(z.maxLength(64)),
  reason: z.string().check(z.minLength(1), z.maxLength(4000), z.regex(/\S/)),
})
export const reason = z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/\S/))

const family = z.object({
  devices: maybe,
  lostModemMinutes: z.nullable(large),
  availability: z.nullable(z.string()),
})
const families = z.object({ cn: family, cnD31: family, nonCn: family, d31: family, onu: family })
const figure = {
  lostModemMinutes: large,
  totalModemMinutes: z.nullable(large),
  /** In percent with three decimals, cut; null without a device count. */
  availability: z.nullable(z.string()),
}
const View = z.object({ ...figure, families })

const stat = {
  id: z.string(),
  yearMonth: z.string(),
  account: z.string(),
  accountId: z.string(),
  timeZone: z.string(),
  begins: z.iso.datetime(),
  ends: z.iso.datetime(),
  minutesInMonth: z.int(),
  totalDeviceCount: z.nullable(large),
  cmCountCn: maybe,
  cmCountCnD31: maybe,
  cmCountNonCn: maybe,
  cmCountD31: maybe,
  onuCount: maybe,
  /** When the counts were read. */
  lastUpdateTime: z.nullable(z.iso.datetime()),
  /** `counts-missing` when the devices of the month were never counted. */
  errorMessage: z.nullable(z.string()),
  /** The month is running or not closed yet. */
  preliminary: z.boolean(),
  closedAt: z.nullable(z.iso.datetime()),
  revision: z.int(),
  vendor: View,
  nonVendor: View,
  blended: View,
  version: z.int(),
}
/** The SLA figures of one account and month. */
export const SlaStat = z.object(stat)
export type SlaStat = z.output<typeof SlaStat>

const edit = z.object({
  at: z.iso.datetime(),
  by: z.nullable(z.string()),
  reason: z.string(),
  excludedBecause: z.nullable(z.string()),
  totalCmsAffectedCounted: maybe,
})
const dispute = z.object({
  /** The case in which it is settled. */
  key: z.string(),
  status: CaseStatus,
  open: z.boolean(),
  /** How the case was resolved. */
  issueReason: z.nullable(ResolutionReason),
  reason: z.string(),
  openedAt: z.iso.datetime(),
  by: z.nullable(z.string()),
})
export type SlaDispute = z.output<typeof dispute>
/** One outage in the receipt of a month. */
export const SlaLine = z.object({
  key: z.string(),
  subject: z.string(),
  issueUrl: z.string(),
  reason: z.string(),
  deployment: z.nullable(z.string()),
  product: z.nullable(z.string()),
  started: z.iso.datetime(),
  ended: z.nullable(z.iso.datetime()),
  /** Whole minutes of the outage, and those of them in this month. */
  outageTime: z.int(),
  countedMinutes: z.int(),
  totalCmsAffected: count,
  totalCmsAffectedCounted: count,
  lostModemMinutes: large,
  /**
   * How its minutes were counted, where other outages had taken some of the deployment's modems already: spans of whole
   * minutes from a minute of the month, each with the modems that were still up. Without it, all minutes count all modems.
   */
  parts: z.optional(z.array(z.object({ from: z.int(), minutes: z.int(), modems: count }))),
  byFamily: z.object({ cn: maybe, cnD31: maybe, nonCn: maybe, d31: maybe, onu: maybe }),
  /** The families are derived from the deployment. */
  estimated: z.boolean(),
  isVendorIssue: z.nullable(z.boolean()),
  counted: z.boolean(),
  excludedBecause: z.nullable(z.enum([...exclusions, 'EXCLUDED_DEPLOYMENT'])),
  /** The outage that it duplicates, or the excluded deployment. */
  excludedOf: z.nullable(z.string()),
  /** Another counted outage of the same deployment at the same time. */
  overlaps: z.nullable(z.string()),
  edits: z.array(edit),
  /** Oldest first. */
  disputes: z.array(dispute),
})
export type SlaLine = z.output<typeof SlaLine>

/** A month with every line that makes its figures. */
export const SlaReceipt = z.object({
  ...stat,
  outages: z.array(SlaLine),
  /** More modem-minutes lost than there were: the figures are clamped at 0. */
  clamped: z.boolean(),
  revisions: z.array(
    z.object({
      revision: z.int(),
      madeAt: z.iso.datetime(),
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type SlaReceipt = z.output<typeof SlaReceipt>

/** The figures of a quarter, a year, or a month over several accounts. */
export const SlaPeriod = z.object({
  /** `2026-04`, `2026-Q2` or `2026`. */
  period: z.string(),
  /** How many account months are in the sums, and how many have no device count. */
  months: z.int(),
  missing: z.int(),
  preliminary: z.boolean(),
  vendor: z.object(figure),
  nonVendor: z.object(figure),
  blended: z.object(figure),
})
export type SlaPeriod = z.output<typeof SlaPeriod>
