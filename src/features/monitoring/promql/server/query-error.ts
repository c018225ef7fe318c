/** Why a query has no result, in the terms of Prometheus' HTTP API. */
export type QueryErrorType = 'bad_data' | 'execution' | 'timeout'

/** Thrown for a query that cannot be parsed, is outside of the supported subset, fails, or exceeds a limit. */
export class QueryError extends Error {
  readonly type: QueryErrorType

  constructor(type: QueryErrorType, message: string) {
    super(message)
    this.type = type
  }
}

/** Rejects the query at a position of its text, as `line:column: parse error: …`. */
export function rejectAt(query: string, position: number, reason: string): never {
  const before = query.slice(0, position).split('\n')
  throw new QueryError('bad_data', `${before.length}:${before.at(-1)!.length + 1}: parse error: ${reason}`)
}

/** Ends the evaluation. */
export function failQuery(reason: string): never {
  throw new QueryError('execution', reason)
}
