import * as z from 'zod/mini'
import { DeploymentType, UserRef } from '#features/accounts/accounts/contract.ts'
import { JobState, JobStep } from '#features/platform/jobs/contract.ts'
import { BundleStatus, ComponentChange, ComponentType, Sbom } from '#features/software/bundles/contract.ts'
import { FileCheck } from '#kit/contract/file-check.ts'

/** RELEASED waits for approval or delivery; DELIVERED is signed and with the customer. */
export const ReleaseStatus = z.enum(['RELEASED', 'DELIVERED'])
export type ReleaseStatus = z.output<typeof ReleaseStatus>

/** The steps from approval to delivery, in order; `copy` only where customers pull images from a connected registry. */
export const releaseSteps = ['check', 'copy', 'sign', 'deliver'] as const

/** Who approved, and the progress of the delivery. The steps are for vendor staff. */
const Approval = z.object({
  by: z.string(),
  at: z.iso.datetime(),
  /** Null for a release that was loaded without a delivery. */
  jobId: z.nullable(z.string()),
  state: JobState,
  steps: z.array(JobStep),
  error: z.nullable(z.string()),
})

/** Who rejected it, when and why. */
const Rejection = z.object({ by: z.string(), at: z.iso.datetime(), note: z.string() })

/** A bundle made available to one account. */
export const BundleRelease = z.object({
  id: z.string(),
  name: z.string(),
  bundleId: z.string(),
  bundleName: z.string(),
  bundleStatus: BundleStatus,
  /** Why the bundle is on hold or at its end of life. */
  bundleReason: z.nullable(z.string()),
  deploymentType: DeploymentType,
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  status: ReleaseStatus,
  /** The newest note. */
  note: z.nullable(z.string()),
  signature: z.nullable(z.object({ keyId: z.string(), algorithm: z.string() })),
  approval: z.nullable(Approval),
  /** Set when an approver rejected it: its status stays RELEASED and it can never be approved. */
  rejection: z.nullable(Rejection),
  components: z.int(),
  /** How many of the components are images of containers. */
  images: z.int(),
  /** Bytes of all components. */
  size: z.int(),
  /** How many of the components were downloaded. */
  downloaded: z.int(),
  /** False where the vendor has withdrawn the downloads. */
  isDownloadable: z.boolean(),
  /** It fixes a vulnerability: its downloads are never rejected for a plan. */
  isSecurity: z.boolean(),
  created: z.iso.datetime(),
  createdBy: UserRef,
  /** The member of staff who created it while impersonating `createdBy`; for vendor staff. */
  createdByImpersonator: z.nullable(UserRef),
  delivered: z.nullable(z.iso.datetime()),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type BundleRelease = z.output<typeof BundleRelease>

/** The path of a release's file for its account. */
const ReleaseFileStatus = z.enum(['ASSIGNED', 'SIGNED', 'DOWNLOADED', 'DEPLOYED', 'MISSING'])

/** A file of a release, frozen when the release was created. */
export const ReleaseFile = z.object({
  id: z.string(),
  bundleReleaseId: z.string(),
  fileName: z.string(),
  componentType: ComponentType,
  fileStatus: ReleaseFileStatus,
  size: z.int(),
  /** SHA-256, hexadecimal. */
  digest: z.string(),
  check: FileCheck,
  mediaType: z.string(),
  sbom: z.nullable(Sbom),
  /** The upload it came from; share links are made of it. */
  fileId: z.nullable(z.string()),
  fileUrl: z.string(),
  downloads: z.int(),
  downloaded: z.nullable(z.iso.datetime()),
  /** Since when it runs, as a receipt of the customer says. */
  deployed: z.nullable(z.iso.datetime()),
  /** Whether a receipt of it was signed; null without one. */
  receiptSigned: z.nullable(z.boolean()),
})
export type ReleaseFile = z.output<typeof ReleaseFile>

/** An image of a release, frozen when the release was created. */
export const FrozenImage = z.object({
  id: z.string(),
  name: z.string(),
  tag: z.string(),
  /** Of its manifest, with `sha256:`. */
  digest: z.string(),
  mediaType: z.string(),
  /** Bytes of all its parts. */
  size: z.int(),
  platforms: z.array(z.string()),
  status: ReleaseFileStatus,
  downloads: z.int(),
  downloaded: z.nullable(z.iso.datetime()),
  /** Since when it runs, as a receipt of the customer says. */
  deployed: z.nullable(z.iso.datetime()),
  /** Whether a receipt of it was signed; null without one. */
  receiptSigned: z.nullable(z.boolean()),
})
export type FrozenImage = z.output<typeof FrozenImage>

/** An account that a bundle can be released to, with its releases of the bundle's deployment type. */
export const ReleaseAccount = z.object({
  account: z.string(),
  accountId: z.string(),
  displayName: z.string(),
  /** Types of its deployments. */
  deploymentTypes: z.array(DeploymentType),
  /** The newest release of the bundle's deployment type that was delivered to it. */
  current: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      bundleId: z.string(),
      bundleName: z.string(),
      delivered: z.iso.datetime(),
    }),
  ),
  /** A release of this bundle that waits for approval or delivery. */
  waiting: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type ReleaseAccount = z.output<typeof ReleaseAccount>

/** The differences from what the account has of that deployment type. */
export const ReleaseChanges = z.object({
  against: z.nullable(z.object({ id: z.string(), name: z.string(), bundleName: z.string() })),
  changes: z.array(ComponentChange),
})
export type ReleaseChanges = z.output<typeof ReleaseChanges>
