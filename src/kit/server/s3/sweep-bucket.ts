import type { S3Client } from './s3-client.ts'
import { elementsOf, textOf } from './s3-xml.ts'

/** An object: its key without the prefix of the settings, and when it was stored, in milliseconds. */
export type ListedKey = { readonly key: string; readonly modified: number }

/** The keys below a folder, a page at a time. */
export async function* listKeys(s3: S3Client, folder: string): AsyncGenerator<ListedKey[]> {
  const own = s3.keyOf('').length
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = { 'list-type': '2', prefix: s3.keyOf(folder), ...(token ? { 'continuation-token': token } : {}) }
    const { text }: { text: string } = await s3.call({ method: 'GET', query })
    yield elementsOf(text, 'Contents').map((element) => ({
      key: (textOf(element, 'Key') ?? '').slice(own),
      modified: Date.parse(textOf(element, 'LastModified') ?? ''),
    }))
    token = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : undefined
  }
}

/** Aborts uploads in parts that were begun longer ago than this; their parts are removed. */
export async function abortOldUploads(s3: S3Client, olderThanMs: number): Promise<number> {
  const { text } = await s3.call({ method: 'GET', query: { uploads: '', prefix: s3.keyOf('files/') } })
  let abortedCount = 0
  for (const upload of elementsOf(text, 'Upload')) {
    if (Date.now() - Date.parse(textOf(upload, 'Initiated') ?? '') < olderThanMs) continue
    const key = (textOf(upload, 'Key') ?? '').slice(s3.keyOf('').length)
    await s3.call({ method: 'DELETE', key, query: { uploadId: textOf(upload, 'UploadId') ?? '' }, allowed: [404] })
    abortedCount += 1
  }
  return abortedCount
}
