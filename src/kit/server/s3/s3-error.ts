/**
 * A call to S3 that failed. It has the code of a failing disk, so that what stores files treats both alike: a request
 * gets 503, a job is repeated.
 */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly syscall = 's3'
  /** `ENOSPC` when the storage is full. */
  readonly code: 'EIO' | 'ENOSPC'
  /** The status of the response; undefined when there was none. */
  readonly status: number | undefined
  /** The error code of S3, such as `SignatureDoesNotMatch`; `unreachable` without a response. */
  readonly reason: string

  constructor(what: string, { status, reason }: { status: number | undefined; reason: string }, cause?: unknown) {
    super(`S3 failed at ${what}: ${reason}${status === undefined ? '' : ` (${status})`}`, { cause })
    this.status = status
    this.reason = reason
    this.code = status === 507 || /^(QuotaExceeded|InsufficientStorage)$/.test(reason) ? 'ENOSPC' : 'EIO'
  }
}

/** Stored bytes are not those that were stored. They are never given out. */
export class DamagedFile extends S3Error {
  constructor(digest: string, what: string) {
    super(`reading ${digest}`, { status: undefined, reason: what })
  }
}
