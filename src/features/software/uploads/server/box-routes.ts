import type { Multipart, MultipartFile } from '@fastify/multipart'
import * as z from 'zod/mini'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import { readUploadStatus, reserveUpload, uploadFile } from '../contract.ts'
import { append } from './append.ts'
import { enqueueFetch } from './fetch-source.ts'
import { findAndResumeUpload } from './find-and-resume-upload.ts'
import { explainMultipart, throwMalformed } from './multipart-problems.ts'
import { reserve } from './reserve.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import { findUpload, progressOf, type StoredUpload } from './upload-store.ts'

/** The address where tus resumes an upload. */
export function tusUrl(id: string): string {
  return `/api/uploads/${id}`
}

/** The reservation calls: reserve, upload in one request, status. */
export function serveBox(context: UploadContext): void {
  const { portal } = context
  registerCommand(portal, reserveUpload, async (call) => {
    const upload = await reserve(context, call, call.body)
    return { ...progressOf(upload), uploadUrl: tusUrl(upload.id) }
  })
  serve(portal, readUploadStatus, async (call) => progressOf(await findAndResumeUpload(context, call.params.id)))
  registerStream(portal, uploadFile, async (call) => progressOf(await receive(context, call)))
}

/** The part `request` describes the file; only a source of `CLIENT_FILE` has a part `file`. */
const RequestPart = z.object({ sourceType: z.optional(z.string()) })
/** The largest part `request`, in bytes. */
const REQUEST_LIMIT = 20_000

async function receive(context: UploadContext, call: RequestContext<typeof uploadFile>): Promise<StoredUpload> {
  const { request, params } = call
  const upload = await findUpload(context.portal.db, params.id)
  if (!request.isMultipart()) throwMalformed('it is not multipart/form-data')
  const limit = upload.size ?? largestUpload(context.portal)
  const limits = { fileSize: limit + 1, files: 2, fields: 1, fieldSize: REQUEST_LIMIT, parts: 2, headerPairs: 20 }
  try {
    let first = true
    for await (const part of request.parts({ limits })) {
      if (first) await requireRequestPart(part)
      if (first && upload.sourceType !== 'CLIENT_FILE') {
        await enqueueFetch(context, upload)
        return upload
      }
      if (!first && part.type === 'file') {
        const untilEnd = upload.size === null
        try {
          return await append(context, upload.id, { source: part.file, offset: undefined, limit, untilEnd })
        } finally {
          // The rest of a rejected file is read and dropped, so that the caller can read the response.
          part.file.resume()
        }
      }
      first = false
    }
  } catch (failure) {
    throw explainMultipart(failure)
  }
  return throwMalformed('it has no part named file')
}

/** The part comes as a field, or as a browser sends a Blob of JSON: with a file name. */
async function requireRequestPart(part: Multipart): Promise<void> {
  if (part.fieldname !== 'request') throwMalformed('its first part must be named request')
  const value = part.type === 'file' ? await textOf(part) : part.value
  const { success } = RequestPart.safeParse(typeof value === 'string' ? parseJson(value) : value)
  if (!success) throwMalformed('the part request is not a JSON object')
}

async function textOf({ file, mimetype }: MultipartFile): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // The part is read to its end, so that the caller can read the response.
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= REQUEST_LIMIT) chunks.push(chunk)
  }
  if (!/^application\/json\b/i.test(mimetype)) throwMalformed('the part request is not of type application/json')
  if (size > REQUEST_LIMIT) throwMalformed(`the part request is longer than ${REQUEST_LIMIT} bytes`)
  return Buffer.concat(chunks).toString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
