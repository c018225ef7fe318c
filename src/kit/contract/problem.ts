/**
 * An error response that a caller can get: a stable kebab-case code, its HTTP status and its English text.
 */
export type Problem<Code extends string = string> = {
  readonly code: Code
  readonly status: number
  /** English text; `{name}` is replaced from the details of the problem. */
  readonly text: string
}

/** Declares a feature's problems by their codes. */
export function problems<const Declarations extends Readonly<Record<string, Omit<Problem, 'code'>>>>(
  declarations: Declarations,
): { readonly [Code in keyof Declarations & string]: Problem<Code> } {
  const entries = Object.entries(declarations).map(([code, { status, text }]) => [code, { code, status, text }])
  return Object.fromEntries(entries) as { readonly [Code in keyof Declarations & string]: Problem<Code> }
}

/** One invalid field of a request: its path with dots, and the error. */
export type FieldProblem = { readonly path: string; readonly message: string }

/** The body of every error response (RFC 9457, with the members that decisions.md 1.5 adds). */
export type ProblemDocument = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly error: string
  readonly code: string
  readonly fields?: readonly FieldProblem[]
  /** Of a 403: shows, to those who manage the user's permissions, which check failed (`GET /api/decisions/{id}`). */
  readonly decision?: string
  readonly requestId: string
}

/** Replaces `{name}` in the text of a problem or message. */
export function fillText(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
