export {
  approveRelease,
  rejectRelease,
  retryRelease,
  retrySignature,
} from './contract/approval-calls.ts'
export {
  createRelease,
  deleteRelease,
  listReleaseAccounts,
  listReleases,
  readRelease,
  readReleaseChanges,
} from './contract/release-calls.ts'
export {
  downloadRelease,
  downloadReleaseFile,
  listReleaseFiles,
  listReleaseImages,
} from './contract/release-file-calls.ts'
export {
  approveReleases,
  createReleases,
  deleteReleases,
  readReleases,
  releaseProblems,
  retryReleases,
} from './contract/release-permissions.ts'
export {
  BundleRelease,
  FrozenImage,
  ReleaseAccount,
  ReleaseChanges,
  ReleaseFile,
  ReleaseStatus,
  releaseSteps,
} from './contract/release-shapes.ts'
export {
  accountReleasesChanged,
  releaseApproved,
  releaseCreated,
  releaseDeleted,
  releaseDelivered,
  releaseFailed,
  releaseRejected,
  releaseRetried,
} from './contract/release-topics.ts'
export {
  downloadVerifyModule,
  downloadVerifyScript,
  readChecksums,
  readManifest,
  readSignature,
  readVerificationKit,
} from './contract/signature-calls.ts'
