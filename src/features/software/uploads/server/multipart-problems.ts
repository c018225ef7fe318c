import { kitProblems } from '#kit/contract/kit-problems.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'

/** The problem of a broken multipart body; a failing disk or database is the portal's error, not the caller's. */
export function explainMultipart(failure: unknown): unknown {
  if (failure instanceof HttpProblem || !(failure instanceof Error)) return failure
  const code = 'code' in failure ? String(failure.code) : ''
  if (/^(FST_|ERR_STREAM)/.test(code) || /end of form|multipart|boundary|no bytes came/i.test(failure.message))
    return new HttpProblem(kitProblems['upload-malformed'], { reason: 'it is not well-formed multipart/form-data' })
  return failure
}

/** Rejects an upload that cannot be read, with the reason. */
export function throwMalformed(reason: string): never {
  throwProblem(kitProblems['upload-malformed'], { reason })
}
