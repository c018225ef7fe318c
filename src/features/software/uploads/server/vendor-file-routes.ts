import { readSort } from '#kit/contract/hal.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { FileTooLarge } from '#kit/server/files/received-file.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import {
  deleteVendorFile,
  listVendorFiles,
  uploadProblems,
  uploadVendorFile,
  vendorFileDeleted,
  vendorFileUploaded,
} from '../contract.ts'
import { explainMultipart, throwMalformed } from './multipart-problems.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import { findVendorFiles, hasVendorFile, removeVendorFile, requirePath, saveVendorFile } from './vendor-file-store.ts'

/** The vendor's area: files by path, from which bundles take theirs. */
export function serveVendorFiles(context: UploadContext): void {
  const { portal } = context
  registerStream(portal, uploadVendorFile, (call) => receive(context, call))
  serve(portal, listVendorFiles, async (call) => {
    const { page, size, sort, pathContains } = call.query
    const { descending } = readSort(sort, { field: 'path', descending: false })[0]!
    return halPage(call, 'files', await findVendorFiles(portal.db, { page, size, descending, pathContains }))
  })
  registerCommand(portal, deleteVendorFile, async (call) => {
    const deletedFile = await removeVendorFile(call.tx, call.params.id)
    if (!deletedFile) throwProblem(uploadProblems['vendor-file-not-found'])
    await call.record(vendorFileDeleted, { subject: call.params.id, data: { what: deletedFile.path } })
    return undefined
  })
}

async function receive(context: UploadContext, call: RequestContext<typeof uploadVendorFile>): Promise<unknown> {
  const { request, reply, query, session } = call
  const { portal, store } = context
  const { path, clobber = false } = query
  requirePath(path)
  if (!clobber && (await hasVendorFile(portal.db, path))) throwProblem(uploadProblems['vendor-file-exists'], { path })
  if (!request.isMultipart()) throwMalformed('it is not multipart/form-data')
  const limit = largestUpload(portal)
  try {
    for await (const part of request.parts({ limits: { fileSize: limit + 1, files: 1, fields: 5, parts: 6 } })) {
      if (part.type !== 'file') continue
      const receivedFile = await store.receive(part.file, limit)
      if (receivedFile.size === 0) {
        await receivedFile.discard()
        throwProblem(uploadProblems['upload-empty'])
      }
      await store.keep(receivedFile)
      const { digest, size } = receivedFile
      const file = await inTransaction(portal.db, async (tx) => {
        const savedFile = await saveVendorFile(tx, portal.config, {
          path,
          clobber,
          userId: session.userId,
          digest,
          size,
        })
        const data = { what: path, digest, size }
        await recordEvent(tx, vendorFileUploaded, actorOfRequest(request), { subject: savedFile.id, data })
        return savedFile
      })
      return reply.code(201).send(file)
    }
  } catch (failure) {
    if (failure instanceof FileTooLarge) throwProblem(uploadProblems['upload-too-large'], { name: path, limit })
    throw explainMultipart(failure)
  }
  return throwMalformed('it has no part named file')
}
