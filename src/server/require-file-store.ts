import type { FileStorage } from '#kit/server/files/file-storage.ts'
import { createS3Client } from '#kit/server/s3/s3-client.ts'
import { S3Error } from '#kit/server/s3/s3-error.ts'
import { StartupError } from '#kit/server/startup-error.ts'

/**
 * Rejects S3 settings that S3 rejects, in one line: another key or secret, a bucket that does not exist. A storage that
 * does not respond rejects nothing: the portal starts, and files are available once S3 is.
 */
export async function requireFileStore({ fileStorage }: { readonly fileStorage: FileStorage }): Promise<void> {
  const { s3 } = fileStorage
  if (!s3) return
  try {
    await createS3Client(s3).call({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix: s3.prefix } })
  } catch (failure) {
    if (!(failure instanceof S3Error)) throw failure
    const { status, reason } = failure
    if (status === undefined || status >= 500 || status === 429) {
      console.error(
        `S3_URL ${s3.origin}/${s3.bucket} does not respond: ${reason}. Files are not available until it does.`,
      )
      return
    }
    const name = nameOf(reason)
    throw new StartupError(`${name} is not accepted by ${s3.origin}/${s3.bucket}: ${reason}`)
  }
}

/** The setting that a rejection of S3 is about. */
function nameOf(reason: string): string {
  if (reason === 'SignatureDoesNotMatch') return 'S3_SECRET_KEY'
  if (reason === 'InvalidAccessKeyId' || reason === 'AccessDenied') return 'S3_ACCESS_KEY'
  if (reason === 'AuthorizationHeaderMalformed') return 'S3_REGION'
  return 'S3_URL'
}
