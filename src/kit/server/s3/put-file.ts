import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { createSemaphore } from '../semaphore.ts'
import { digestPieces, PIECE_SIZE, type PieceDigests } from './piece-digests.ts'
import type { S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'
import { elementsOf, textOf } from './s3-xml.ts'

/**
 * The smallest part of an upload in parts. Each part in flight is in memory; smaller ones cost the storage more (decision
 * 136).
 */
const PART = 16 * PIECE_SIZE
/** S3 takes 10,000 parts, Swift 1,000. */
const MOST_PARTS = 900
/** Parts in flight of all uploads of the process. */
const parts = createSemaphore(3)

type Part = { readonly number: number; readonly size: number; readonly etag: string }

/**
 * Sends the file at `path` to a key: at once, or in parts when it is larger than one. Each call has the SHA-256 of its
 * bytes, which S3 checks. Parts that an interrupted upload of the same key has sent already are not sent again. Returns
 * the digests of the file's pieces.
 */
export async function putFile(s3: S3Client, key: string, path: string): Promise<PieceDigests> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > PART) return await putInParts(s3, key, file, size)
    const leave = await parts.take()
    try {
      const body = await readPart(file, 0, size)
      await s3.call({ method: 'PUT', key, body })
      return digestPieces(body)
    } finally {
      leave()
    }
  } finally {
    await file.close()
  }
}

async function putInParts(s3: S3Client, key: string, file: FileHandle, size: number): Promise<PieceDigests> {
  const partSize = Math.max(PART, Math.ceil(size / MOST_PARTS / PIECE_SIZE) * PIECE_SIZE)
  const uploadId = (await uploadsOf(s3, key)).at(-1) ?? (await beginUpload(s3, key))
  const partsThere = await sentParts(s3, key, uploadId)
  const count = Math.ceil(size / partSize)
  const digests: Buffer[] = []
  const etags: string[] = []
  // Parts are read in order; each waits for its turn among all uploads.
  const sending = new Set<Promise<void>>()
  let failure: unknown
  for (let index = 0; index < count && failure === undefined; index += 1) {
    const leave = await parts.take()
    const one = (async () => {
      const body = await readPart(file, index * partSize, Math.min(partSize, size - index * partSize))
      digests[index] = digestPieces(body)
      etags[index] = await putPart(s3, { key, uploadId, number: index + 1 }, body, partsThere.get(index + 1))
    })()
      .catch((cause: unknown) => {
        failure ??= cause
      })
      .finally(leave)
    sending.add(one)
    void one.then(() => sending.delete(one))
  }
  await Promise.all(sending)
  if (failure !== undefined) throw failure
  await completeUpload(s3, key, uploadId, etags)
  return Buffer.concat(digests)
}

async function putPart(
  s3: S3Client,
  { key, uploadId, number }: { key: string; uploadId: string; number: number },
  body: Buffer,
  partThere: Part | undefined,
): Promise<string> {
  if (partThere?.size === body.length && partThere.etag.includes(md5Of(body))) return partThere.etag
  const { headers } = await s3.call({ method: 'PUT', key, query: { partNumber: String(number), uploadId }, body })
  return headers.etag ?? `"${md5Of(body)}"`
}

/** The ETag of a part is its MD5. It costs more than SHA-256, so it is computed only to recognise a part. */
function md5Of(body: Buffer): string {
  return createHash('md5').update(body).digest('hex')
}

/** Uploads of this key that were begun and neither completed nor aborted, in the order of their beginning. */
async function uploadsOf(s3: S3Client, key: string): Promise<string[]> {
  const { text } = await s3.call({ method: 'GET', query: { uploads: '', prefix: s3.keyOf(key) } })
  return elementsOf(text, 'Upload').flatMap((upload) =>
    textOf(upload, 'Key') === s3.keyOf(key) ? (textOf(upload, 'UploadId') ?? []) : [],
  )
}

async function beginUpload(s3: S3Client, key: string): Promise<string> {
  const { text } = await s3.call({ method: 'POST', key, query: { uploads: '' } })
  const id = textOf(text, 'UploadId')
  if (!id) throw new S3Error(`POST ${key}`, { status: 200, reason: 'it began no upload' })
  return id
}

async function sentParts(s3: S3Client, key: string, uploadId: string): Promise<Map<number, Part>> {
  const parts = new Map<number, Part>()
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const query = { uploadId, 'part-number-marker': after }
    const { status, text }: { status: number; text: string } = await s3.call({
      method: 'GET',
      key,
      query,
      allowed: [404],
    })
    if (status === 404) return parts
    for (const part of elementsOf(text, 'Part')) {
      const number = Number(textOf(part, 'PartNumber'))
      parts.set(number, { number, size: Number(textOf(part, 'Size')), etag: textOf(part, 'ETag') ?? '' })
    }
    after = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextPartNumberMarker') : undefined
  }
  return parts
}

/** A failure may mean that the response to the first try was lost; the caller looks whether the file is there. */
async function completeUpload(s3: S3Client, key: string, uploadId: string, etags: readonly string[]): Promise<void> {
  const list = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
  await s3.call({ method: 'POST', key, query: { uploadId }, body, allowed: [404] })
}

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at)
    if (bytesRead === 0) throw new Error(`the file ends before byte ${start + at}`)
    at += bytesRead
  }
  return bytes
}
