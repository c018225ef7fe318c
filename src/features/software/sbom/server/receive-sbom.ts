import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { cleanFileName } from '#kit/server/files/file-name.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'
import { JsonFlaw } from '#kit/server/json-reader.ts'
import { startSlices } from '#kit/server/slices.ts'
import { sbomProblems } from '../contract.ts'
import { SbomFlaw } from './sbom-flaw.ts'
import { type ReadSbom, SbomReader } from './sbom-reader.ts'

/** An SBOM that was sent, with what identifies its file. */
export type ReceivedSbom = ReadSbom & { readonly filename: string; readonly digest: string; readonly size: number }

const LIMIT_MB = 64
const limits = { fileSize: LIMIT_MB * 1_048_576, files: 1, fields: 5, fieldSize: 1000, parts: 6, headerPairs: 20 }

/** Reads the one part `file` of a multipart body while it arrives; nothing is written to a disk. */
export async function receiveSbom(request: FastifyRequest): Promise<ReceivedSbom> {
  if (!request.isMultipart()) throwMalformed('it is not multipart/form-data')
  let sbom: ReceivedSbom | undefined
  try {
    for await (const part of request.parts({ limits })) if (part.type === 'file') sbom = await readPart(part)
  } catch (failure) {
    if (failure instanceof HttpProblem || !(failure instanceof Error)) throw failure
    if (failure instanceof SbomFlaw || failure instanceof JsonFlaw)
      throwProblem(sbomProblems['sbom-unreadable'], { reason: failure.message })
    const hasMore = 'code' in failure && failure.code === 'FST_FILES_LIMIT'
    throwMalformed(hasMore ? 'it has more than one file' : 'it is not well-formed multipart/form-data')
  }
  return sbom ?? throwMalformed('it has no part named file')
}

async function readPart({ fieldname, filename: given, file }: MultipartFile): Promise<ReceivedSbom> {
  try {
    if (fieldname !== 'file') throwMalformed('its part must be named file')
    const filename = cleanFileName(given ?? '')
    if (filename === '') throwMalformed('the file has no name')
    const [hash, reader] = [createHash('sha256'), new SbomReader()]
    const slices = startSlices()
    let size = 0
    // A rejected file is not destroyed: the parser of the body would wait for it forever.
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      reader.push(chunk)
      if (slices.isOver) await slices.next()
    }
    if (file.truncated) throwProblem(sbomProblems['sbom-too-large'], { limit: LIMIT_MB })
    return { ...reader.end(), filename, digest: hash.digest('hex'), size }
  } finally {
    // The rest of a rejected file is read and dropped, so that the caller can read the response.
    file.resume()
  }
}

function throwMalformed(reason: string): never {
  throw new HttpProblem(kitProblems['upload-malformed'], { reason })
}
