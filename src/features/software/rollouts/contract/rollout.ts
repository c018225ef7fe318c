import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { DeploymentType, UserRef } from '#features/accounts/accounts/contract.ts'
import { BundleStatus } from '#features/software/bundles/contract.ts'
import { notBlank } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** RUNNING until its last ring is done, or until it is stopped. */
export const rolloutStates = ['RUNNING', 'DONE', 'STOPPED'] as const

/** HELD: the ring before has a check that failed. SOAKING: delivered, and watched before the next ring begins. */
export const ringStates = ['WAITING', 'HELD', 'RELEASING', 'SOAKING', 'DONE', 'STOPPED'] as const

/** What is checked before the next ring begins; `bundle` and `delivered` always, `soak` by its time, the others as gates. */
export const rolloutChecks = ['bundle', 'delivered', 'soak', 'outages', 'cases', 'downloaded', 'deployed'] as const

/** The checks that can be overridden: a bundle that cannot be released is not one of them. */
export const overridableChecks = ['delivered', 'soak', 'outages', 'cases', 'downloaded', 'deployed'] as const

/** WAITING: time or the customers' next steps fulfil it. FAILED: a user has to act. */
export const checkStates = ['PASSED', 'WAITING', 'FAILED', 'OVERRIDDEN'] as const

/** The release of one account in a ring. LEFT_OUT: the release or the account was deleted. */
export const accountStates = [
  'NOT_RELEASED',
  'AWAITING_APPROVAL',
  'DELIVERING',
  'FAILED',
  'DELIVERED',
  'REJECTED',
  'LEFT_OUT',
] as const
export type RolloutAccountState = (typeof accountStates)[number]

/** Why a bundle cannot be released now. */
export const bundleObstacles = ['ON_HOLD', 'END_OF_LIFE', 'EMPTY', 'NOT_IN_STORAGE'] as const
export type BundleObstacle = (typeof bundleObstacles)[number]

export const MOST_RINGS = 12
/** 90 days. */
export const LONGEST_SOAK_MINUTES = 129_600

/** See rollouts: those who make them and those who may override a check. Added to the permission table. */
export const readRollouts = permission('rollout:read', 'See rollouts', roles('ADMIN', 'RELMGR', 'RELEASE_APPROVER'))
/** Start and stop rollouts. */
export const manageRollouts = permission('rollout:manage', 'Start and stop rollouts', roles('ADMIN', 'RELMGR'))
/** Override a check that holds a rollout; never for a rollout that the same user started. */
export const overrideRollouts = permission(
  'rollout:override',
  'Override checks of rollouts',
  roles('ADMIN', 'RELEASE_APPROVER'),
)

export const rolloutProblems = problems({
  'rollout-not-found': { status: 404, text: 'This rollout was not found.' },
  'rollout-running': {
    status: 409,
    text: 'There is a rollout of the bundle {name} already. Stop it before you start another.',
  },
  'rollout-not-running': { status: 409, text: 'This rollout is not running any more.' },
  'rollout-check-not-holding': {
    status: 409,
    text: 'This check does not hold the rollout now. Reload the page to see its checks.',
  },
  'rollout-self-override-forbidden': {
    status: 403,
    text: 'You started this rollout. Another release approver has to override its checks.',
  },
})

const wholeNumber = (least: number, most: number) => z.nullable(z.int().check(z.minimum(least), z.maximum(most)))

/** What must hold in the rings so far before the next ring begins; null: not checked. */
export const Gates = z.strictObject({
  /** Days since the latest delivery or outage, of the accounts that have the release. */
  daysWithoutOutage: wholeNumber(1, 90),
  /** The most open cases of priority High or Critical since the delivery. */
  maxOpenHighCases: wholeNumber(0, 1000),
  /** Accounts of the ring that downloaded all of their release, in percent. */
  minDownloadedPercent: wholeNumber(1, 100),
  /** Deployments of the ring that run the version, in percent. */
  minDeployedPercent: wholeNumber(1, 100),
})
export type Gates = z.output<typeof Gates>

/** Counts of what is fulfilled, of all. */
const Part = z.object({ count: z.int(), of: z.int() })

export const RolloutCheck = z.object({
  check: z.enum(rolloutChecks),
  state: z.enum(checkStates),
  /** Minutes for `soak`, days for `outages`, a count for the others. */
  actual: z.int(),
  /** At least this; for `cases` at most this. */
  required: z.int(),
  /** Keys of the cases and outages that count, the newest ten; empty for those who may not read them. */
  keys: z.array(z.string()),
  /** Why the bundle cannot be released; for `bundle`. */
  obstacle: z.nullable(z.enum(bundleObstacles)),
  override: z.nullable(z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })),
})
export type RolloutCheck = z.output<typeof RolloutCheck>

/** The accounts to which the bundle is released together. */
const Ring = z.object({
  /** From 1. */
  position: z.int(),
  /** The name of the distribution group when the rollout was started. */
  group: z.string(),
  soakMinutes: z.int(),
  gates: Gates,
  state: z.enum(ringStates),
  accountCount: z.int(),
  /** Accounts with a delivered release. */
  delivered: z.int(),
  /** Accounts that downloaded all of it. */
  downloaded: z.int(),
  /** Deployments that run the version. */
  deployed: Part,
  started: z.nullable(z.iso.datetime()),
  /** All releases are delivered since then. */
  soaking: z.nullable(z.iso.datetime()),
  done: z.nullable(z.iso.datetime()),
  /** The checks at the last evaluation; empty before the ring begins. */
  checks: z.array(RolloutCheck),
  checked: z.nullable(z.iso.datetime()),
})

/** The release of a bundle to rings of accounts, one after the other. */
export const Rollout = z.object({
  id: z.string(),
  bundleId: z.string(),
  bundleName: z.string(),
  bundleStatus: BundleStatus,
  deploymentType: DeploymentType,
  state: z.enum(rolloutStates),
  isSecurity: z.boolean(),
  note: z.nullable(z.string()),
  stopReason: z.nullable(z.string()),
  rings: z.array(Ring),
  created: z.iso.datetime(),
  createdBy: UserRef,
  /** The member of staff who started it while impersonating `createdBy`. */
  createdByImpersonator: z.nullable(UserRef),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type Rollout = z.output<typeof Rollout>
export type RolloutRing = Rollout['rings'][number]

const RolloutAccount = z.object({
  /** Of its ring. */
  position: z.int(),
  account: z.string(),
  accountId: z.string(),
  displayName: z.string(),
  state: z.enum(accountStates),
  releaseId: z.nullable(z.string()),
  delivered: z.nullable(z.iso.datetime()),
  /** Components of the release. */
  downloaded: Part,
  /** Deployments of the bundle's type. */
  deployed: Part,
})
export type RolloutAccount = z.output<typeof RolloutAccount>

/** A recorded event of the rollout with its facts. */
const RolloutDecision = z.object({
  id: z.string(),
  /** The name of the event. */
  event: z.string(),
  at: z.iso.datetime(),
  /** Null: the portal itself. */
  by: z.nullable(z.string()),
  ring: z.nullable(z.int()),
  group: z.nullable(z.string()),
  accounts: z.nullable(z.int()),
  /** The checks that hold, or the one that was overridden. */
  checks: z.array(z.enum(rolloutChecks)),
  reason: z.nullable(z.string()),
})
export type RolloutDecision = z.output<typeof RolloutDecision>

export const RolloutDetail = z.extend(Rollout, {
  accounts: z.array(RolloutAccount),
  /** The newest 100. */
  decisions: z.array(RolloutDecision),
})
export type RolloutDetail = z.output<typeof RolloutDetail>

const id = z.string().check(z.regex(/^\d{1,15}$/))

export const newRollout = z.strictObject({
  bundleId: id,
  rings: z
    .array(
      z.strictObject({
        /** Id of a distribution group. */
        group: id,
        soakMinutes: z.int().check(z.minimum(0), z.maximum(LONGEST_SOAK_MINUTES)),
        gates: z._default(z.optional(z.partial(Gates)), {}),
      }),
    )
    .check(z.minLength(1), z.maxLength(MOST_RINGS)),
  /** Release note in Markdown for the accounts. */
  note: z.optional(z.string().check(z.regex(/\S/), z.maxLength(32_767))),
  /** It fixes a vulnerability: its downloads are never rejected for a plan. */
  isSecurity: z.optional(z.boolean()),
})

const reason = z.string().check(notBlank, z.maxLength(1000))
export const newOverride = z.strictObject({ check: z.enum(overridableChecks), reason })
export const stopOrder = z.strictObject({ reason })
