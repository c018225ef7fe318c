import type { FileStore } from '#kit/server/files/file-store.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { type PartialFiles, partialFilesOf } from '#kit/server/files/partial-file.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** The context of uploads: the portal, the store, and the files in progress. */
export type UploadContext = { readonly portal: AppContext; readonly store: FileStore; readonly partial: PartialFiles }

/** The upload context of a portal. */
export function uploadContext(portal: AppContext): UploadContext {
  return { portal, store: fileStoreOf(portal.config), partial: partialFilesOf(portal.config) }
}
