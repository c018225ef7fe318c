import { kitProblems } from '#kit/contract/kit-problems.ts'
import { type FieldProblem, fillText, type Problem, type ProblemDocument } from '#kit/contract/problem.ts'

type Details = Readonly<Record<string, string | number>>
type Extras = { readonly fields?: readonly FieldProblem[]; readonly headers?: Readonly<Record<string, string>> }

/** Thrown to reject a request; becomes a problem document. Everything written in the transaction is rolled back. */
export class HttpProblem extends Error {
  readonly problem: Problem
  readonly details: Details
  readonly extras: Extras

  constructor(problem: Problem, details: Details = {}, extras: Extras = {}) {
    super(fillText(problem.text, details))
    this.problem = problem
    this.details = details
    this.extras = extras
  }
}

/** Rejects the request with the problem; `details` fill the `{name}`s of its text. */
export function throwProblem(problem: Problem, details: Details = {}, extras: Extras = {}): never {
  throw new HttpProblem(problem, details, extras)
}

/** Rejects with 400 and the error of one field; for cross-field rules that a schema cannot express. */
export function throwFieldProblem(path: string, message: string): never {
  throw new HttpProblem(kitProblems['validation-failed'], {}, { fields: [{ path, message }] })
}

/** The body of the error response. `instance` is the requested path, without its query; `decision` explains a 403. */
export function problemDocument(
  problem: HttpProblem,
  { instance, requestId, decision }: { instance: string; requestId: string; decision?: string | undefined },
): ProblemDocument {
  const { code, status } = problem.problem
  return {
    type: `/problems/${code}`,
    title: code.replaceAll('-', ' ').replace(/^./, (character) => character.toUpperCase()),
    status,
    detail: problem.message,
    instance,
    error: problem.message,
    code,
    ...(problem.extras.fields ? { fields: problem.extras.fields } : {}),
    ...(decision ? { decision } : {}),
    requestId,
  }
}
