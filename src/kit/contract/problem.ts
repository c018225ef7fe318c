/**
 * A refusal that a caller can meet: a stable kebab-case code and its HTTP status. Its English text lies under the
 * same name in the feature's messages, so a code without a text does not compile.
 */
export type Problem<Code extends string = string> = {
  readonly code: Code
  readonly status: number
  /** English text; `{name}` is replaced from the details of the refusal. */
  readonly text: string
}

/** Declares a feature's problems from its messages: every text has a status, every status a text. */
export function problems<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  statuses: { readonly [Code in keyof Texts]: number },
): { readonly [Code in keyof Texts & string]: Problem<Code> } {
  const declared: Record<string, Problem> = {}
  for (const code of Object.keys(texts)) {
    declared[code] = { code, status: statuses[code as keyof Texts], text: texts[code as keyof Texts] as string }
  }
  return declared as { readonly [Code in keyof Texts & string]: Problem<Code> }
}

/** One field of a request that is wrong: its path with dots, and what is wrong with it. */
export type FieldProblem = { readonly path: string; readonly message: string }

/** The body of every refusal (RFC 9457, with the members that decisions.md 1.5 adds). */
export type ProblemDocument = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly error: string
  readonly code: string
  readonly fields?: readonly FieldProblem[]
  /** Of a 403: opens, to those who manage the person's rights, which check failed (`GET /api/decisions/{id}`). */
  readonly decision?: string
  readonly requestId: string
}

/** Puts `{name}` values into a problem's or message's text. */
export function fillText(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
