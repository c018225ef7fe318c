import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { createCommandContext, type RequestContext } from '#kit/server/serve/request-context.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import {
  appendToUpload,
  cancelUpload,
  createTusUpload,
  type NewUpload,
  readTusUpload,
  reserveUpload,
  uploadProblems,
} from '../contract.ts'
import { append } from './append.ts'
import { tusUrl } from './box-routes.ts'
import { cancel } from './cancel-upload.ts'
import { readChecksum } from './checksum.ts'
import { findAndResumeUpload } from './find-and-resume-upload.ts'
import { reserve } from './reserve.ts'
import type { UploadContext } from './upload-context.ts'
import { abandonedAfter, largestUpload } from './upload-settings.ts'
import { findUpload, progressOf, type StoredUpload } from './upload-store.ts'

const EXTENSIONS = 'creation,termination,checksum,expiration'
const version = { 'tus-resumable': '1.0.0' }

/** Resumable uploads: tus 1.0.0 with creation, termination, checksum and expiration, on the same uploads as the reservation calls. */
export function serveTus(context: UploadContext): void {
  const { portal } = context
  const { http } = portal
  // The bytes are written to the disk as they arrive; they are not buffered.
  http.addContentTypeParser('application/offset+octet-stream', (_request, payload, finish) => finish(null, payload))
  http.options('/api/uploads', (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...version,
        'tus-version': '1.0.0',
        'tus-extension': EXTENSIONS,
        'tus-max-size': String(largestUpload(portal)),
        'tus-checksum-algorithm': 'sha256,sha1',
      })
      .send(),
  )
  registerStream(portal, createTusUpload, async (call) => {
    requireTus(call.request)
    const newUpload = readCreation(call.request)
    const upload = await inTransaction(portal.db, (tx) => reserve(context, createCommandContext(call, tx), newUpload))
    return call.reply
      .code(201)
      .headers({ ...headersOf(context, upload), location: tusUrl(upload.id) })
      .send()
  })
  registerStream(portal, readTusUpload, async (call) => {
    const upload = await findAndResumeUpload(context, call.params.id)
    const there = upload.state === 'UPLOADING' ? await context.partial.sizeOf(upload.id) : upload.received
    const receivedBytes = Math.min(upload.received, there)
    return call.reply
      .headers(headersOf(context, { ...upload, received: receivedBytes }))
      .send(progressOf({ ...upload, received: receivedBytes }))
  })
  registerStream(portal, appendToUpload, (call) => receive(context, call))
  registerStream(portal, cancelUpload, async (call) => {
    await cancel(context, call)
    return call.reply.code(204).headers(version).send()
  })
}

async function receive(context: UploadContext, { request, reply, params }: RequestContext<typeof appendToUpload>) {
  requireTus(request)
  const { size } = await findUpload(context.portal.db, params.id)
  if (size === null) throwMalformed('its size is not known; reserve it with one')
  const offset = numberOf(request.headers['upload-offset']) ?? throwMalformed('Upload-Offset is missing')
  const coming = Number(request.headers['content-length'] ?? 0)
  if (offset + coming > size) throwProblem(uploadProblems['upload-too-large'], { name: 'The upload', limit: size })
  const checksum = readChecksum(request.headers['upload-checksum'])
  const source = request.body as FastifyRequest['raw'] | undefined
  if (!source) throwMalformed('it has no body of type application/offset+octet-stream')
  const upload = await append(context, params.id, { source, offset, limit: size, checksum })
  return reply.code(204).headers(headersOf(context, upload)).send()
}

function headersOf({ portal }: UploadContext, { received, size, updatedAt }: StoredUpload): Record<string, string> {
  const expires = new Date(updatedAt.getTime() + portal.settings.valueOf(abandonedAfter) * 86_400_000)
  return {
    ...version,
    'upload-offset': String(received),
    ...(size === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
    ...(size === received ? {} : { 'upload-expires': expires.toUTCString() }),
    'cache-control': 'no-store',
  }
}

function requireTus({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== '1.0.0')
    throwProblem(uploadProblems['upload-version-unknown'], {}, { headers: { 'tus-version': '1.0.0' } })
}

/** Upload-Metadata is a comma-separated list of names, each with its value in base64. */
function readCreation({ headers }: FastifyRequest): NewUpload {
  const size = numberOf(headers['upload-length']) ?? throwMalformed('Upload-Length is missing')
  const metadata = new Map(
    String(headers['upload-metadata'] ?? '')
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  )
  const { data, success } = z.safeParse(reserveUpload.body, {
    bundleId: metadata.get('bundleId'),
    fileName: metadata.get('filename'),
    size,
    ...(metadata.has('componentType') ? { componentType: metadata.get('componentType') } : {}),
    ...(metadata.has('sha256') ? { sha256: metadata.get('sha256') } : {}),
    uploadOptions: { clobber: metadata.get('clobber') === 'true' },
  })
  if (!success)
    throwMalformed('Upload-Metadata must have bundleId and filename, and may have componentType, sha256, clobber')
  return data
}

function numberOf(header: string | string[] | undefined): number | undefined {
  return /^\d{1,15}$/.test(String(header)) ? Number(header) : undefined
}

function throwMalformed(reason: string): never {
  throwProblem(kitProblems['upload-malformed'], { reason })
}
