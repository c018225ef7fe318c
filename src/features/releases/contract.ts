import * as z from 'zod/mini'
import { accountProblems, DeploymentType, PersonRef } from '#features/accounts/contract.ts'
import { BundleStatus, bundleProblems, ComponentType, ProductName, Sbom } from '#features/bundles/contract.ts'
import { JobState, JobStep } from '#features/jobs/contract.ts'
import { everyVendorRole, roles } from '#features/roles/contract.ts'
import { downloadReleases, uploadProblems } from '#features/uploads/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { eventKind } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'
import en from './messages/en.json' with { type: 'json' }

/** Read releases: vendor staff those of every account, customers what was delivered to theirs. The table of rights has it as `bundle:read (through their releases)`; it is held per account, which reading bundles is not. */
export const readReleases = permission(
  'release:read',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
  roles('MANAGER', 'USER'),
)
export const createReleases = permission('release:create', roles('ADMIN', 'RELMGR'))
/** Never for a release that the same person made. */
export const approveReleases = permission('release:approve', roles('ADMIN', 'RELEASE_APPROVER'))
/** Try a failed delivery again, which somebody has approved. Added to the table of rights: who made or approved it sees it fail. */
export const retryReleases = permission('release:retry', roles('ADMIN', 'RELMGR', 'RELEASE_APPROVER'))
export const deleteReleases = permission('release:delete', roles('ADMIN'))

export const releaseProblems = problems(en.problems, {
  'release-not-found': 404,
  'release-bundle-empty': 409,
  'release-component-not-in-storage': 409,
  'release-own': 403,
  'release-already-approved': 409,
  'release-not-approved': 409,
  'release-not-failed': 409,
  'release-step-not-failed': 409,
  'release-in-progress': 409,
  'release-not-signed': 409,
})

/** RELEASED waits for approval or delivery; DELIVERED is signed and with the customer. */
export const ReleaseStatus = z.enum(['RELEASED', 'DELIVERED'])
export type ReleaseStatus = z.output<typeof ReleaseStatus>

/** The steps from approval to delivery, in order. */
export const releaseSteps = ['check', 'sign', 'deliver'] as const

/** Who approved, and how far the delivery is. The steps are for vendor staff. */
export const Approval = z.object({
  by: z.string(),
  at: z.iso.datetime(),
  jobId: z.string(),
  state: JobState,
  steps: z.array(JobStep),
  error: z.nullable(z.string()),
})

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
  components: z.int(),
  /** Bytes of all components. */
  size: z.int(),
  /** How many of the components were downloaded. */
  downloaded: z.int(),
  /** False where the vendor has withdrawn the downloads. */
  isDownloadable: z.boolean(),
  created: z.iso.datetime(),
  createdBy: PersonRef,
  delivered: z.nullable(z.iso.datetime()),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type BundleRelease = z.output<typeof BundleRelease>

/** Where a file of a release is for its account. */
export const ReleaseFileStatus = z.enum(['ASSIGNED', 'SIGNED', 'DOWNLOADED', 'MISSING'])
export type ReleaseFileStatus = z.output<typeof ReleaseFileStatus>

/** A file of a release, as it was frozen when the release was made. */
export const ReleaseFile = z.object({
  id: z.string(),
  bundleReleaseId: z.string(),
  fileName: z.string(),
  componentType: ComponentType,
  fileStatus: ReleaseFileStatus,
  size: z.int(),
  /** SHA-256, hexadecimal. */
  digest: z.string(),
  mediaType: z.string(),
  sbom: z.nullable(Sbom),
  /** The upload that brought it; where a link to share it is made. */
  fileId: z.nullable(z.string()),
  fileUrl: z.string(),
  downloads: z.int(),
  downloaded: z.nullable(z.iso.datetime()),
})
export type ReleaseFile = z.output<typeof ReleaseFile>

/** What is different from what the account has of that deployment type. */
export const ReleaseChanges = z.object({
  against: z.nullable(z.object({ id: z.string(), name: z.string(), bundleName: z.string() })),
  changes: z.array(
    z.object({
      kind: z.enum(['ADDED', 'CHANGED', 'REMOVED', 'SAME']),
      fileName: z.string(),
      /** The name before, where it was another. */
      before: z.nullable(z.string()),
      size: z.int(),
    }),
  ),
})
export type ReleaseChanges = z.output<typeof ReleaseChanges>

const tag = 'Releases'
const url = '/api/bundle-releases'
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })
const missing = releaseProblems['release-not-found']
const held = [bundleProblems['bundle-on-hold'], bundleProblems['bundle-end-of-life']] as const

export const listReleases = endpoint({
  tag,
  guard: readReleases,
  name: 'listReleases',
  method: 'GET',
  url,
  summary: 'Releases, newest first; customers see what was delivered to them',
  query: listQuery(
    ['created', 'name', 'delivered', 'account'],
    {
      bundleId: z.optional(id),
      /** True: delivered; false: not yet. */
      isApproved: z.optional(z.boolean()),
      account: z.optional(z.array(z.string().check(z.maxLength(32)))),
      deploymentType: z.optional(z.array(DeploymentType)),
      nameContains: z.optional(z.string().check(z.maxLength(250))),
    },
    { maximum: 10_000 },
  ),
  reply: halList('releases', BundleRelease),
  problems: [],
  csv: true,
})
export const createRelease = endpoint({
  tag,
  guard: createReleases,
  name: 'createRelease',
  method: 'POST',
  url,
  summary: 'Release a bundle to an account: its components are frozen as they are now',
  status: 201,
  query: z.strictObject({ bundleId: id }),
  body: z.strictObject({
    name: ProductName,
    account: z.string().check(z.maxLength(32)),
  }),
  reply: BundleRelease,
  problems: [
    bundleProblems['bundle-not-found'],
    ...held,
    accountProblems['account-not-found'],
    releaseProblems['release-bundle-empty'],
    releaseProblems['release-component-not-in-storage'],
  ],
})
export const readRelease = endpoint({
  tag,
  guard: readReleases,
  name: 'readRelease',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'A release',
  params: byId,
  reply: BundleRelease,
  problems: [missing],
})
export const deleteRelease = endpoint({
  tag,
  guard: deleteReleases,
  name: 'deleteRelease',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Remove a release',
  params: byId,
  problems: [missing, releaseProblems['release-in-progress']],
})
export const approveRelease = endpoint({
  tag,
  guard: approveReleases,
  name: 'approveRelease',
  method: 'POST',
  url: `${url}/approve`,
  summary: 'Approve: check, sign and deliver, as a job with visible steps',
  query: z.strictObject({ bundleReleaseId: id }),
  reply: BundleRelease,
  problems: [missing, ...held, releaseProblems['release-own'], releaseProblems['release-already-approved']],
})
const retried = [
  missing,
  ...held,
  releaseProblems['release-not-approved'],
  releaseProblems['release-not-failed'],
] as const
export const retryRelease = endpoint({
  tag,
  guard: retryReleases,
  name: 'retryRelease',
  method: 'POST',
  url: `${url}/{id}/retry`,
  summary: 'Go on from the step that failed',
  params: byId,
  reply: BundleRelease,
  problems: retried,
})
export const retrySignature = endpoint({
  tag,
  guard: retryReleases,
  name: 'retrySignature',
  method: 'POST',
  url: `${url}/signature/{id}/retry`,
  summary: 'Sign again where signing or what comes after it failed',
  params: byId,
  reply: BundleRelease,
  problems: [...retried, releaseProblems['release-step-not-failed']],
})
export const readReleaseChanges = endpoint({
  tag,
  guard: readReleases,
  name: 'readReleaseChanges',
  method: 'GET',
  url: `${url}/{id}/changes`,
  summary: 'What changes against what the account has',
  params: byId,
  reply: ReleaseChanges,
  problems: [missing],
})
export const listReleaseFiles = endpoint({
  tag,
  guard: readReleases,
  name: 'listReleaseFiles',
  method: 'GET',
  url: '/api/bundle-component-file-releases',
  summary: 'Files of releases, as they were frozen',
  query: z.extend(listQuery(['fileName', 'size'], {}, { maximum: 10_000 }), {
    bundleReleaseIds: z.array(id).check(z.minLength(1), z.maxLength(100)),
  }),
  reply: halList('fileReleases', ReleaseFile),
  problems: [],
})
export const downloadReleaseFile = endpoint({
  tag,
  guard: downloadReleases,
  name: 'downloadReleaseFile',
  method: 'GET',
  url: `${url}/{id}/files/{fileId}`,
  summary: 'Download a file of a release; Range, If-Range and ETag as usual',
  params: z.strictObject({ id, fileId: id }),
  media: { produces: 'application/octet-stream' },
  problems: [
    missing,
    uploadProblems['file-not-found'],
    uploadProblems['range-not-satisfiable'],
    uploadProblems['downloads-withdrawn'],
  ],
})

const signed = { tag: 'Signed releases', guard: readReleases, method: 'GET', params: byId } as const
export const readManifest = endpoint({
  ...signed,
  name: 'readManifest',
  url: `${url}/{id}/manifest`,
  summary: 'The frozen manifest, the signed statement (form=statement), or the very bytes that are signed (form=pae)',
  query: z.strictObject({ form: z.optional(z.enum(['manifest', 'statement', 'pae'])) }),
  media: { produces: 'application/octet-stream' },
  problems: [missing, releaseProblems['release-not-signed']],
})
export const readSignature = endpoint({
  ...signed,
  name: 'readSignature',
  url: `${url}/{id}/signature`,
  summary: 'The signature: a DSSE envelope with an in-toto statement, or 64 raw bytes (form=raw)',
  query: z.strictObject({ form: z.optional(z.enum(['dsse', 'raw'])) }),
  media: { produces: 'application/octet-stream' },
  problems: [missing, releaseProblems['release-not-signed']],
})
export const readChecksums = endpoint({
  ...signed,
  name: 'readChecksums',
  url: `${url}/{id}/checksums`,
  summary: 'SHA256SUMS of the files, for sha256sum -c',
  media: { produces: 'text/plain' },
  problems: [missing],
})
export const readVerificationKit = endpoint({
  ...signed,
  name: 'readVerificationKit',
  url: `${url}/{id}/verification-kit`,
  summary:
    'What is needed to verify offline, as one tar: statement, envelope, signed bytes, signature, checksums, verify.sh',
  media: { produces: 'application/x-tar' },
  problems: [missing, releaseProblems['release-not-signed']],
})

/** A key that releases are signed with, or were. */
const SigningKey = z.object({
  /** SHA-256 of the public key (DER), hexadecimal. */
  keyId: z.string(),
  algorithm: z.string(),
  publicKey: z.string(),
  status: z.enum(['active', 'retired', 'revoked']),
  created: z.iso.datetime(),
  retired: z.nullable(z.iso.datetime()),
  revoked: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
})
export type SigningKey = z.output<typeof SigningKey>
export const listSigningKeys = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'listSigningKeys',
  method: 'GET',
  url: '/.well-known/headend-keys.json',
  summary: 'Public keys that releases are signed with, and were',
  reply: z.object({ keys: z.array(SigningKey) }),
  problems: [],
})
export const downloadSigningKeys = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'downloadSigningKeys',
  method: 'GET',
  url: '/.well-known/headend-keys.pem',
  summary: 'The same keys in one PEM file, as verify.sh reads them',
  media: { produces: 'application/x-pem-file' },
  problems: [],
})

/** A release changed for its account: delivered, withdrawn or offered again, noted. Pages refetch. */
export const ReleaseMessage = z.object({ id: z.string(), account: z.string(), event: z.string() })
export const accountReleasesChanged = topic({
  destination: '/topic/bundle-releases/{account}',
  summary: 'A delivered release of the account is new or changed',
  guard: readReleases,
  message: ReleaseMessage,
})

export const releaseCreated = eventKind('bundle.release-created', 'vendor')
export const releaseApproved = eventKind('bundle.release-approved', 'vendor')
export const releaseRetried = eventKind('bundle.release-retried', 'vendor')
export const releaseFailed = eventKind('bundle.release-failed', 'vendor')
export const releaseDelivered = eventKind('bundle.release-delivered', 'account')
export const releaseDeleted = eventKind('bundle.release-deleted', 'vendor')
export const signingKeyMade = eventKind('signing-key.made', 'vendor')
export const signingKeyRevoked = eventKind('signing-key.revoked', 'vendor')
