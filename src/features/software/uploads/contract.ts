export {
  readUploadStatus,
  reserveUpload,
  uploadFile,
} from './contract/box-calls.ts'
export {
  BundleComponent,
  deleteFailedComponents,
  listBundleComponents,
  retryComponent,
  retryFailedComponents,
} from './contract/component-list-calls.ts'
export {
  downloadFile,
  downloadShared,
  readShareLink,
  revokeShareLink,
} from './contract/download-calls.ts'
export {
  createShareLink,
  listShareLinks,
  NamedShareLink,
  revokeOneShareLink,
} from './contract/share-link-calls.ts'
export {
  listSharedFolder,
  ROOT_FOLDER,
  readFileSharing,
  readSharedFile,
  type SharedFolder,
  type SharedItem,
} from './contract/shared-file-calls.ts'
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
  SourceType,
  UPLOAD_SHARE,
  UploadProgress,
  UploadState,
} from './contract/upload-shapes.ts'
export {
  componentRetried,
  failedComponentsDeleted,
  fileDownloaded,
  fileShared,
  releaseFileDownloaded,
  shareRevoked,
  uploadCancelled,
  uploadFailed,
  uploadsProgressed,
  vendorFileDeleted,
  vendorFileUploaded,
} from './contract/upload-topics.ts'
export { deleteVendorFile, listVendorFiles, uploadVendorFile, type VendorFile } from './contract/vendor-file-calls.ts'
