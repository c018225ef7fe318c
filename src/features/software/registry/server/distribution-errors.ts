import { HttpProblem } from '#kit/server/http-problem.ts'

/** Error codes of the OCI distribution specification, with their status. */
const statuses = {
  BLOB_UNKNOWN: 404,
  BLOB_UPLOAD_UNKNOWN: 404,
  DENIED: 403,
  DIGEST_INVALID: 400,
  MANIFEST_INVALID: 400,
  MANIFEST_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_UNKNOWN: 404,
  RANGE_INVALID: 416,
  SIZE_INVALID: 400,
  TAG_INVALID: 400,
  UNAUTHORIZED: 401,
  UNSUPPORTED: 405,
} as const

/** An error of the distribution API. */
export class DistributionError extends Error {
  readonly code: keyof typeof statuses
  readonly headers: Readonly<Record<string, string>>

  constructor(code: keyof typeof statuses, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }

  get status(): number {
    return statuses[this.code]
  }
}

/** The response of an error in the form of the specification; undefined when it is an unexpected one. */
export function errorReply(
  failure: unknown,
): { status: number; headers: Readonly<Record<string, string>>; body: object } | undefined {
  if (failure instanceof DistributionError) {
    const { code, message, status, headers } = failure
    return { status, headers, body: { errors: [{ code, message }] } }
  }
  if (!(failure instanceof HttpProblem)) return undefined
  const { problem, extras, message } = failure
  const code = problem.status === 416 ? 'RANGE_INVALID' : problem.status === 429 ? 'TOOMANYREQUESTS' : 'DENIED'
  return { status: problem.status, headers: extras.headers ?? {}, body: { errors: [{ code, message }] } }
}
