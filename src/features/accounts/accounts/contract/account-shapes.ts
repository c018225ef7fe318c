import * as z from 'zod/mini'
import { PlanFacet } from './plan-facets.ts'

export const Stage = z.enum(['PRE_SALES', 'LIFT', 'PRODUCTION'])
export const Region = z.enum(['NORTH_AMERICA', 'SOUTH_AMERICA', 'EMEA', 'ASIA_PACIFIC'])
export const DeploymentType = z.enum(['DOCSIS', 'CN-DOCSIS', 'CN-PON'])

export const AccountType = z.enum(['CUSTOMER', 'VAR', 'NOT_A_PARENT'])
export const PartnerType = z.enum(['INTERNAL', 'PARTNER', 'PARTNER_LAB'])

/** An account is active when one of its customer users signed in within this many days (part 1 §9). */
export const ACTIVE_DAYS = 30

/** A user as other features show them. */
export const UserRef = z.object({ id: z.string(), username: z.string(), fullName: z.string() })
export type UserRef = z.output<typeof UserRef>

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
  /** URL of its logo; changes with the image. */
  logo: z.nullable(z.string()),
  /** Whether its users need a second factor. */
  requiresMfa: z.boolean(),
  /** Whether users of an allowed domain who sign up get the role USER at once. */
  selfJoin: z.boolean(),
  timeZone: z.string(),
  projectKey: z.string(),
  csm: z.nullable(UserRef),
  /** Whether one of its customer users signed in within `ACTIVE_DAYS`. */
  active: z.boolean(),
  deployments: z.array(Deployment),
  /** Its effective limits, by override or by plan; empty while none is set, null for callers who may not see them. */
  planFacets: z.nullable(z.array(PlanFacet)),
  /** Open cases on the customer side; with `fetchIssuesAndChannelsCount`, and in `/accounts/me`. */
  openCases: z.optional(z.int()),
  /** Open outages. */
  openOutages: z.optional(z.int()),
  version: z.int(),
  updated: z.iso.datetime(),
})
export type Account = z.output<typeof Account>

/**
 * Support figures of an account (decisions.md 3.5); medians in minutes over the past 30 days, null without a sample.
 */
export const SupportStats = z.object({
  account: z.string(),
  accountId: z.string(),
  displayName: z.string(),
  open: z.int(),
  openByPriority: z.object({ LOW: z.int(), MEDIUM: z.int(), HIGH: z.int(), CRITICAL: z.int() }),
  waitingForCustomer: z.int(),
  oldestWaitingSince: z.nullable(z.iso.datetime()),
  resolvedPast30Days: z.int(),
  outagesOpen: z.int(),
  medianFirstResponseMinutes: z.nullable(z.number()),
  medianResolutionMinutes: z.nullable(z.number()),
  usersInUse: z.int(),
})
export type SupportStats = z.output<typeof SupportStats>
