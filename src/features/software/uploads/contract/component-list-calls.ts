import * as z from 'zod/mini'
import {
  bundleProblems,
  ComponentType,
  ContainerImage,
  FileStatus,
  manageFiles,
  readEveryBundle,
} from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { uploadProblems } from './upload-permissions.ts'
import { SourceType, UploadProgress, UploadState } from './upload-shapes.ts'

const tag = 'Bundle files'
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })

/** A component of a bundle, or one that is under way or failed: then its id is that of its upload. */
export const BundleComponent = z.object({
  id: z.string(),
  bundleId: z.string(),
  type: ComponentType,
  fileName: z.string(),
  fileUrl: z.nullable(z.string()),
  fileId: z.nullable(z.string()),
  state: FileStatus,
  size: z.nullable(z.int()),
  digest: z.nullable(z.string()),
  sourceType: z.nullable(SourceType),
  /** The address, path or archive that it comes from. */
  source: z.nullable(z.string()),
  container: z.nullable(ContainerImage),
  uploadId: z.nullable(z.string()),
  uploadState: z.nullable(UploadState),
  /** 0 to 100; 100 for what is in storage. */
  progress: z.number(),
  received: z.int(),
  /** Why it failed; null for any other. */
  error: z.nullable(z.string()),
  /** The server can fetch it again; a file of a client has to be chosen again. */
  isFetchable: z.boolean(),
  updated: z.iso.datetime(),
  createdBy: z.string(),
})
export type BundleComponent = z.output<typeof BundleComponent>

export const listBundleComponents = endpoint({
  tag,
  guard: readEveryBundle,
  name: 'listBundleComponents',
  method: 'GET',
  url: '/api/bundle-components',
  summary: 'List the components of a bundle, with those under way or failed',
  query: z.extend(listQuery(['fileName'], {}, { maximum: 10_000 }), { bundleId: id }),
  reply: halList('components', BundleComponent),
  problems: [bundleProblems['bundle-not-found']],
})
export const retryComponent = endpoint({
  tag,
  guard: manageFiles,
  name: 'retryComponent',
  method: 'POST',
  url: '/api/bundle-components/{id}/retry',
  summary: 'Fetch a failed or missing component again',
  params: byId,
  reply: UploadProgress,
  problems: [
    bundleProblems['component-file-not-found'],
    bundleProblems['bundle-end-of-life'],
    uploadProblems['component-not-failed'],
    uploadProblems['upload-needs-client'],
  ],
})
export const retryFailedComponents = endpoint({
  tag,
  guard: manageFiles,
  name: 'retryFailedComponents',
  method: 'POST',
  url: '/api/bundles/{id}/retry',
  summary: 'Fetch all failed components again; files of clients have to be chosen again',
  params: byId,
  reply: z.object({ retried: z.int(), /** Names of files to choose again. */ needClient: z.array(z.string()) }),
  problems: [bundleProblems['bundle-not-found'], bundleProblems['bundle-end-of-life']],
})
export const deleteFailedComponents = endpoint({
  tag,
  guard: manageFiles,
  name: 'deleteFailedComponents',
  method: 'DELETE',
  url: '/api/bundles/{id}/failed',
  summary: 'Delete all failed components',
  params: byId,
  reply: z.object({ deleted: z.int() }),
  problems: [bundleProblems['bundle-not-found'], bundleProblems['bundle-end-of-life']],
})
