import type { FieldProblem, ProblemDocument } from '#kit/contract/problem.ts'

/**
 * The error of a rejected, failed or timed-out call. `status` 0 means that no response arrived (network, or the time of
 * the call ran out: then `code` is `timeout`).
 */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** The errors of the fields, to be shown at each field. */
  readonly fields: readonly FieldProblem[]
  /** What an operator needs to find the request in the log. */
  readonly requestId: string | undefined
  /** Of a 403: shows, to those who manage the user's permissions, which check failed. */
  readonly decision: string | undefined
  /** Whether `message` is the server's own text, which may be shown unchanged. */
  readonly fromServer: boolean

  constructor(problem: {
    code: string
    status: number
    text?: string
    fields?: readonly FieldProblem[]
    requestId?: string | undefined
    decision?: string | undefined
  }) {
    super(problem.text ?? problem.code)
    this.name = 'ApiError'
    this.code = problem.code
    this.status = problem.status
    this.fields = problem.fields ?? []
    this.requestId = problem.requestId
    this.decision = problem.decision
    this.fromServer = problem.text !== undefined
  }
}

/** Reads the body of a failed response: a problem document (RFC 9457), or whatever a proxy made of it. */
export function toApiError(status: number, body: string, requestId: string | undefined): ApiError {
  const problem = parseProblem(body)
  if (!problem) return new ApiError({ code: `http-${status}`, status, requestId })
  return new ApiError({
    code: problem.code ?? `http-${status}`,
    status,
    requestId: problem.requestId ?? requestId,
    decision: problem.code === 'access-denied' ? problem.decision : undefined,
    ...(problem.error ? { text: problem.error } : {}),
    ...(problem.fields ? { fields: problem.fields } : {}),
  })
}

function parseProblem(body: string): Partial<ProblemDocument> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
