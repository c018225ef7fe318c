import * as z from 'zod/mini'
import { DeploymentType, Stage } from '#features/accounts/accounts/contract.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { cmStatsFields, deploymentVersions, mdStatsFields } from './deployment-enums.ts'

export const DeploymentVersion = z.enum(deploymentVersions)
export const MdStatsField = z.enum(mdStatsFields)
export const CmStatsField = z.enum(cmStatsFields)

const address = z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^[^\s\p{Cc}]*$/u))

/** How the analytics of a deployment are reached. The password is never read back. */
export const AnalyticsSettings = z.object({
  opsCustomerName: z.nullable(z.string()),
  apiUrl: z.nullable(z.string()),
  portalUrl: z.nullable(z.string()),
  portalUsername: z.nullable(z.string()),
  portalPasswordSet: z.boolean(),
  /** For how many minutes fetched statistics may be shown. */
  statsHistoryExpiration: z.int(),
  mdStatsFields: z.array(MdStatsField),
  cmStatsFields: z.array(CmStatsField),
})

/** An installed system of an account with its analytics settings. */
export const AnalyticsDeployment = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  name: z.string(),
  version: DeploymentVersion,
  analyticsVersion: z.union([z.literal(1), z.literal(4)]),
  type: DeploymentType,
  stage: Stage,
  softwareVersion: z.nullable(z.string()),
  excludeFromTotalCmCount: z.boolean(),
  enableMonitoring: z.boolean(),
  /** Null for users who may not see monitoring. */
  settings: z.nullable(AnalyticsSettings),
  /** The version of this entry, for If-Match. */
  revision: z.int(),
})
export type AnalyticsDeployment = z.output<typeof AnalyticsDeployment>

const nullableText = z.nullable(oneLine(100).check(notBlank))
const fields = {
  name: z.optional(z.string().check(z.maxLength(100), z.regex(/^[a-zA-Z0-9][\w. -]*$/))),
  type: z.optional(DeploymentType),
  opsCustomerName: z.optional(nullableText),
  apiUrl: z.optional(z.nullable(address)),
  portalUrl: z.optional(z.nullable(address)),
  portalUsername: z.optional(nullableText),
  /** Null removes it; absent keeps it. */
  portalPassword: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\p{Cc}]*$/u)))),
  statsHistoryExpiration: z.optional(z.int().check(z.minimum(1), z.maximum(10_080))),
  mdStatsFields: z.optional(z.array(MdStatsField).check(z.maxLength(mdStatsFields.length))),
  cmStatsFields: z.optional(z.array(CmStatsField).check(z.maxLength(cmStatsFields.length))),
  excludeFromTotalCmCount: z.optional(z.boolean()),
  enableMonitoring: z.optional(z.boolean()),
}

/** A new deployment; without a name it gets the account's name with a number. */
export const NewDeployment = z.strictObject({
  ...fields,
  account: oneLine(100),
  version: DeploymentVersion,
  stage: Stage,
})
export type NewDeployment = z.output<typeof NewDeployment>

export const DeploymentChanges = z.strictObject({
  ...fields,
  version: z.optional(DeploymentVersion),
  stage: z.optional(Stage),
})
export type DeploymentChanges = z.output<typeof DeploymentChanges>
