import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ATTACHMENT_LIMIT, attachmentExtensions } from '#kit/contract/attachment-files.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { HttpProblem, throwProblem } from '../http-problem.ts'
import { requireParsable } from '../serve/body.ts'
import { cleanFileName, extensionOf } from './file-name.ts'
import type { FileStore } from './file-store.ts'
import { pictureType } from './picture.ts'
import { FileTooLarge, type ReceivedFile } from './received-file.ts'
import { stripPicture } from './strip-picture.ts'

/** An uploaded file, stored permanently, to be referenced by a row. */
export type Upload = {
  readonly filename: string
  readonly size: number
  readonly digest: string
  readonly mediaType: string
  readonly isPicture: boolean
}

/** More of a body than this beside the file is not read. */
const REST = 1_048_576

/**
 * Reads the one part `file` of a multipart body, streaming; rejects what is too large, of another kind, or malformed.
 */
export async function receiveUpload(request: FastifyRequest, store: FileStore): Promise<Upload> {
  if (!request.isMultipart()) throwMalformed('it is not multipart/form-data')
  if (Number(request.headers['content-length'] ?? 0) > ATTACHMENT_LIMIT + REST) tooLarge('The file')
  let upload: Upload | undefined
  try {
    const limits = { fileSize: ATTACHMENT_LIMIT, files: 1, fields: 5, fieldSize: 1000, parts: 6, headerPairs: 20 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') upload = await takeFile(part, store)
    }
  } catch (failure) {
    throw explainFailure(failure)
  }
  return upload ?? throwMalformed('it has no part named file')
}

/** A form with files: its part `request`, the stored files, and the dropped ones, each with the problem. */
export type ReceivedForm = {
  readonly request: unknown
  readonly files: readonly Upload[]
  readonly dropped: readonly DroppedFile[]
}
export type DroppedFile = { readonly filename: string; readonly problem: string }

/** Reads a form: a part `request` of JSON, then parts `file`. A failing file is dropped, and the others are stored. */
export async function receiveForm(
  request: FastifyRequest,
  store: FileStore,
  { most }: { most: number },
): Promise<ReceivedForm> {
  const files: Upload[] = []
  const droppedFiles: DroppedFile[] = []
  const fields = await readParts(request, async (part) => {
    const filename = cleanFileName(part.filename ?? '')
    if (files.length >= most) {
      part.file.resume()
      droppedFiles.push({ filename, problem: 'too-many-files' })
      return
    }
    try {
      files.push(await takeFile(part, store))
    } catch (failure) {
      const problem = explainFailure(failure)
      if (!(problem instanceof HttpProblem)) throw failure
      droppedFiles.push({ filename, problem: problem.problem.code })
    }
  })
  const body = fields.get('request') ?? throwMalformed('it has no part named request')
  return { request: parsedJson(body), files, dropped: droppedFiles }
}

/** Reads a form of text fields and files, all parts of the same name; the first failing file rejects the form. */
export async function receiveFields(
  request: FastifyRequest,
  store: FileStore,
  { most, part: name }: { most: number; part: string },
): Promise<{ readonly fields: ReadonlyMap<string, string>; readonly files: readonly Upload[] }> {
  const files: Upload[] = []
  const fields = await readParts(request, async (part) => {
    if (files.length < most) files.push(await takeFile(part, store, name))
    else {
      part.file.resume()
      throwMalformed(`it has more than ${most} files`)
    }
  })
  return { fields, files }
}

async function readParts(
  request: FastifyRequest,
  takePart: (part: MultipartFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  if (!request.isMultipart()) throwMalformed('it is not multipart/form-data')
  const fields = new Map<string, string>()
  const limits = { fileSize: ATTACHMENT_LIMIT, files: 50, fields: 5, fieldSize: FORM_LIMIT, parts: 55, headerPairs: 20 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await takePart(part)
      else if (part.valueTruncated) throwMalformed(`its part ${part.fieldname} is too long`)
      else fields.set(part.fieldname, String(part.value))
    }
  } catch (failure) {
    throw explainFailure(failure)
  }
  return fields
}

/** The largest part `request` of a form, in bytes. */
const FORM_LIMIT = 200_000

function parsedJson(text: string): unknown {
  requireParsable(text)
  try {
    return JSON.parse(text)
  } catch {
    return throwMalformed('the part request is not JSON')
  }
}

async function takeFile(part: MultipartFile, store: FileStore, name = 'file'): Promise<Upload> {
  try {
    if (part.fieldname !== name) throwMalformed(`its part must be named ${name}`)
    const { filename, extension } = requireFileName(part.filename)
    const receivedFile = await store.receive(part.file, ATTACHMENT_LIMIT)
    if (part.file.truncated) {
      await receivedFile.discard()
      tooLarge(filename)
    }
    return await settle(receivedFile, filename, extension, store)
  } finally {
    // The rest of a rejected file is read and dropped, so that the caller can read the response.
    part.file.resume()
  }
}

function requireFileName(givenName: string | undefined): { filename: string; extension: string } {
  const filename = cleanFileName(givenName ?? '')
  if (filename === '') throwMalformed('the file has no name')
  const extension = extensionOf(filename)
  if (!attachmentExtensions.includes(extension))
    throwProblem(kitProblems['attachment-type-not-allowed'], {
      name: filename,
      allowed: attachmentExtensions.join(', '),
    })
  return { filename, extension }
}

/** Stores a file that arrived as bytes in another request, by the rules of uploads: kind, size, pictures stripped. */
export async function storeSentFile(bytes: Buffer, name: string, store: FileStore): Promise<Upload> {
  const { filename, extension } = requireFileName(name)
  if (bytes.length > ATTACHMENT_LIMIT) tooLarge(filename)
  return settle(await store.receive([bytes], ATTACHMENT_LIMIT), filename, extension, store)
}

/** Removes the camera's metadata from a picture; everything else is opaque. */
async function settle(
  receivedFile: ReceivedFile,
  filename: string,
  extension: string,
  store: FileStore,
): Promise<Upload> {
  const type = pictureType(receivedFile.head, extension)
  const strippedPicture = type === undefined ? null : stripPicture(await receivedFile.bytes(), type)
  if (type === undefined || strippedPicture === null) {
    await store.keep(receivedFile)
    return {
      filename,
      size: receivedFile.size,
      digest: receivedFile.digest,
      mediaType: 'application/octet-stream',
      isPicture: false,
    }
  }
  await receivedFile.discard()
  const picture = await store.receive([strippedPicture], ATTACHMENT_LIMIT)
  await store.keep(picture)
  return { filename, size: picture.size, digest: picture.digest, mediaType: type, isPicture: true }
}

function explainFailure(failure: unknown): unknown {
  if (failure instanceof HttpProblem || !(failure instanceof Error)) return failure
  if (failure instanceof FileTooLarge) return tooLargeProblem('The file')
  const code = 'code' in failure ? String(failure.code) : ''
  if (code === 'FST_FILES_LIMIT') return malformedProblem('it has more than one file')
  // A failing disk is the portal's error, not the caller's.
  if ('syscall' in failure && code !== 'ECONNRESET') return failure
  return malformedProblem('it is not well-formed multipart/form-data')
}

function throwMalformed(reason: string): never {
  throw malformedProblem(reason)
}

function malformedProblem(reason: string): HttpProblem {
  return new HttpProblem(kitProblems['upload-malformed'], { reason })
}

function tooLarge(name: string): never {
  throw tooLargeProblem(name)
}

function tooLargeProblem(name: string): HttpProblem {
  return new HttpProblem(kitProblems['attachment-too-large'], { name, limit: ATTACHMENT_LIMIT })
}
