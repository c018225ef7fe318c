export {
  readUploadStatus,
  reserveUpload,
  uploadFile,
} from './contract/box-calls.ts'
export {
  downloadFile,
  downloadShared,
  readShareLink,
  revokeShareLink,
} from './contract/download-calls.ts'
export {
  appendToUpload,
  cancelUpload,
  createTusUpload,
  readTusUpload,
} from './contract/tus-calls.ts'
export {
  downloadReleases,
  shareFiles,
  uploadProblems,
} from './contract/upload-permissions.ts'
export {
  allowedEndings,
  type NewUpload,
  UPLOAD_SHARE,
  UploadProgress,
  UploadState,
} from './contract/upload-shapes.ts'
export {
  fileDownloaded,
  fileShared,
  releaseFileDownloaded,
  shareRevoked,
  uploadCancelled,
  uploadFailed,
  uploadsProgressed,
} from './contract/upload-topics.ts'
