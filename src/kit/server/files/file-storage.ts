import type { S3Settings } from '../s3/s3-settings.ts'

/** Where files are stored: `place` has new files; the other place, where there is one, has files from before. */
export type FileStorage = {
  readonly place: 'disk' | 's3'
  readonly s3: S3Settings | undefined
  /** Whether downloads come from addresses of S3. */
  readonly presigned: boolean
}
