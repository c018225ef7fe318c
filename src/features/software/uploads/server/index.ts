import fastifyMultipart from '@fastify/multipart'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  createShareLink,
  downloadFile,
  downloadShared,
  listShareLinks,
  readShareLink,
  revokeOneShareLink,
  revokeShareLink,
  uploadsProgressed,
} from '../contract.ts'
import { serveBox } from './box-routes.ts'
import { sweepUploads } from './cancel-upload.ts'
import { serveComponentList } from './component-routes.ts'
import { downloadById } from './downloads.ts'
import { fetchTask } from './fetch-source.ts'
import { saveTask } from './save-upload.ts'
import { createLink, findLinks, revokeLink } from './share-link-list.ts'
import { downloadByLink, revokeLinks, shareFile } from './share-links.ts'
import { serveSharedFiles } from './shared-file-routes.ts'
import { serveTus } from './tus-routes.ts'
import { uploadContext } from './upload-context.ts'
import { uploadSettings } from './upload-settings.ts'
import { serveVendorFiles } from './vendor-file-routes.ts'

/** Upload and download of bundle files: reservation, tus, progress, download, share links. */
export const uploadsFeature: Feature = {
  name: 'uploads',
  async serve(portal) {
    // In a scope of its own: elsewhere a body of these types is rejected as an unsupported media type.
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart, { throwFileSizeLimit: false })
      const context = uploadContext({ ...portal, http })
      serveBox(context)
      serveTus(context)
      serveVendorFiles(context)
    })
    const context = uploadContext(portal)
    serveComponentList(context)
    serveSharedFiles(portal)
    registerStream(portal, downloadFile, (call) => downloadById(context, call))
    serve(portal, readShareLink, (call) => shareFile(context, call))
    registerStream(portal, revokeShareLink, async (call) => {
      await revokeLinks(context, call)
      return call.reply.code(204).send()
    })
    serve(portal, listShareLinks, (call) => findLinks(portal, call.params.id))
    registerCommand(portal, createShareLink, (call) => createLink(portal, call))
    registerCommand(portal, revokeOneShareLink, revokeLink)
    registerStream(portal, downloadShared, (call) => downloadByLink(context, call))
  },
  settings: uploadSettings,
  topics: [uploadsProgressed],
  tasks(portal) {
    const context = uploadContext(portal)
    return [saveTask(context), fetchTask(context), sweepUploads(context)]
  },
}

export {
  type Downloadable,
  frozenColumns,
  recordDownloads,
  requireNotWithdrawn,
  send,
} from './downloads.ts'
export {
  type FileSharing,
  type FileSharingSystem,
  fileSharingAdapter,
  type SharedFile,
} from './file-sharing.ts'
export { readImageAddress } from './image-address.ts'
export type { ImageDestination } from './image-destination.ts'
export {
  customersRegistry,
  type ImageSource,
  imageSourceHost,
  openImageSource,
  placeText,
  type RegistryPlace,
  type RegistrySystem,
  registryAdapter,
  registryPlace,
} from './image-source.ts'
export { ownedShareLinks } from './owned-share-links.ts'
export { reserveImage } from './reserve-image.ts'
export { type UploadContext, uploadContext as createUploadContext } from './upload-context.ts'
