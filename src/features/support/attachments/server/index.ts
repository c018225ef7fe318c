import fastifyMultipart from '@fastify/multipart'
import { caseEventHandlers } from '#features/support/case-notifications/server/index.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { deleteUnreferencedFiles } from '#kit/server/files/stored-files.ts'
import { defineJob, taskOf } from '#kit/server/job.ts'
import type { Feature } from '#kit/server/portal.ts'
import { attachmentAdded, attachmentDeleted, attachmentQuarantined } from '../contract.ts'
import { attachmentHandlers } from './attachment-event-handlers.ts'
import { serveAttachments } from './attachment-routes.ts'
import { demoTask } from './demo/demo-attachments.ts'
import { serveDrafts } from './draft-routes.ts'

export { attachFromOutside, attachToCase } from './attach-to-case.ts'
export { findAttachment, insertAttachment } from './attachment-store.ts'
export { DEMO_ATTACHMENTS, makeDemoAttachments } from './demo/demo-attachments.ts'
export { detachFromOutside } from './detach-from-case.ts'
export { sentFile } from './sent-file.ts'
export { requireStorageQuota } from './storage-quota.ts'

/** Files of cases and of drafts. */
export const caseAttachmentsFeature: Feature = {
  name: 'case-attachments',
  async serve(portal) {
    const store = fileStoreOf(portal.config)
    // In a scope of its own: elsewhere a multipart body is rejected as an unsupported media type.
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart, { throwFileSizeLimit: false })
      serveAttachments({ ...portal, http }, store)
      serveDrafts({ ...portal, http }, store)
    })
  },
  eventHandlers: (portal) => [
    ...attachmentHandlers(portal),
    ...caseEventHandlers(portal, [
      { event: attachmentAdded },
      { event: attachmentDeleted },
      { event: attachmentQuarantined },
    ]),
  ],
  tasks: (portal) => [
    demoTask(portal),
    taskOf(defineJob('files.sweep'), {
      cron: '40 3 * * *',
      run: async () => void (await deleteUnreferencedFiles(portal.db, fileStoreOf(portal.config))),
    }),
  ],
}
