import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { Build } from '#features/infrastructure/build-automation/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Start and cancel link jobs. */
export const startLinkJobs = permission('infrastructure:link', 'Start and cancel link jobs', roles('ADMIN', 'CENTRAL'))

/** See the link jobs of an account and their instructions. */
export const readLinkJobs = permission(
  'infrastructure:link:read',
  'See link jobs and their instructions',
  everyVendorRole,
  roles('MANAGER'),
)

export const linkStates = ['IN_PROGRESS', 'DONE', 'FAILED', 'CANCELLED'] as const
/** EXPIRED: the enrolment token was not exchanged in time. NO_SAMPLES: it was, and no samples followed in time. */
export const linkReasons = ['EXPIRED', 'NO_SAMPLES', 'BUILD_FAILED'] as const
export type LinkReason = (typeof linkReasons)[number]
export const linkSteps = ['token', 'build', 'exchange', 'samples'] as const
/** A label of metrics and a part of commands. */
export const clusterForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/
/** Hours until an enrolment token expires, and until samples have to arrive after it was exchanged. */
export const LINK_HOURS = 72

/** One step of a link job, with when the portal saw it done. */
export const LinkStep = z.object({
  name: z.enum(linkSteps),
  state: z.enum(['QUEUED', 'IN_PROGRESS', 'DONE', 'FAILED']),
  done: z.nullable(z.iso.datetime()),
})
export type LinkStep = z.output<typeof LinkStep>

/** The connection of a cluster of a deployment to the portal, until its first samples arrive. */
export const LinkJob = z.object({
  id: z.string(),
  /** The name of the account. */
  customer: z.string(),
  deployment: z.object({ id: z.string(), name: z.string() }),
  cluster: z.string(),
  state: z.enum(linkStates),
  reason: z.nullable(z.enum(linkReasons)),
  steps: z.array(LinkStep),
  /** The address of its instructions (Markdown). */
  instructions: z.string(),
  /** When the enrolment token expires. */
  expires: z.iso.datetime(),
  exchanged: z.nullable(z.iso.datetime()),
  /** The network address that exchanged it. */
  exchangedFrom: z.nullable(z.string()),
  firstSamples: z.nullable(z.iso.datetime()),
  /** Series that the deployment has sent. */
  series: z.int(),
  build: z.nullable(Build),
  created: z.iso.datetime(),
  createdBy: UserRef,
  ended: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type LinkJob = z.output<typeof LinkJob>

/** A line of the log of the portal. */
export const LinkLogLine = z.object({ at: z.iso.datetime(), text: z.string(), isProblem: z.boolean() })
export type LinkLogLine = z.output<typeof LinkLogLine>

export const LinkJobDetail = z.extend(LinkJob, {
  log: z.array(LinkLogLine),
  /** The console output of its build so far; null without a build. */
  buildLog: z.nullable(z.string()),
})
export type LinkJobDetail = z.output<typeof LinkJobDetail>

export const newLinkJob = z.strictObject({
  /** The id of a deployment; by default the first one that has sent no samples. */
  deployment: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  cluster: z._default(z.optional(z.string().check(z.regex(clusterForm))), 'c1'),
})

/** What an enrolment token is exchanged for. */
export const Enrolment = z.object({
  deployment: z.string(),
  cluster: z.string(),
  /** The token of the deployment; shown once. */
  token: z.string(),
  /** Where samples are sent. */
  url: z.string(),
})
