export {
  approveRelease,
  retryRelease,
  retrySignature,
} from './contract/approval-calls.ts'
export {
  createRelease,
  deleteRelease,
  listReleases,
  readRelease,
  readReleaseChanges,
} from './contract/release-calls.ts'
export {
  downloadRelease,
  downloadReleaseFile,
  listReleaseFiles,
} from './contract/release-file-calls.ts'
export {
  accountReleasesChanged,
  releaseApproved,
  releaseCreated,
  releaseDeleted,
  releaseDelivered,
  releaseFailed,
  releaseRetried,
  signingKeyMade,
  signingKeyRevoked,
} from './contract/release-news.ts'
export {
  approveReleases,
  createReleases,
  deleteReleases,
  readReleases,
  releaseProblems,
  retryReleases,
} from './contract/release-rights.ts'
export {
  BundleRelease,
  ReleaseChanges,
  ReleaseFile,
  ReleaseStatus,
  releaseSteps,
} from './contract/release-shapes.ts'
export {
  downloadSigningKeys,
  listSigningKeys,
  readChecksums,
  readManifest,
  readSignature,
  readVerificationKit,
  type SigningKey,
} from './contract/signature-calls.ts'
