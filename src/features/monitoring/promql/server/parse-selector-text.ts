import { parseQuery } from './parse.ts'
import { rejectAt } from './query-error.ts'
import type { Matcher } from './samples.ts'

/** The matchers of a text that is one selector, such as the `match[]` of Prometheus' API. */
export function parseSelector(text: string): readonly Matcher[] {
  const plan = parseQuery(text)
  return plan.kind === 'selector' && plan.offset === 0 ? plan.matchers : rejectAt(text, 0, 'expected a series selector')
}
