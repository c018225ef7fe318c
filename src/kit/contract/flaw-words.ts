import type * as z from 'zod/mini'
import flaws from './messages/flaws.en.json' with { type: 'json' }
import { fillText } from './problem.ts'

/** What can be wrong with one value, whatever the field. */
export type Flaw = keyof typeof flaws

/** A flaw in words for whoever wrote the value; a form says them as a refusal does. */
export function flawWords(flaw: Flaw, limit?: number | bigint): string {
  return fillText(flaws[flaw], { limit: String(limit) })
}

/** The words for what zod found; a pattern that has words of its own is said by them. */
export function wordsOfIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return flawWords('missing')
      return flawWords(issue.expected === 'int' ? 'integer' : flawOfType(issue.expected))
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? flawWords('empty') : flawWords('tooShort', issue.minimum)
      return flawWords(issue.origin === 'array' ? 'tooFew' : 'tooSmall', issue.minimum)
    case 'too_big':
      if (issue.origin === 'string') return flawWords('tooLong', issue.maximum)
      return flawWords(issue.origin === 'array' ? 'tooMany' : 'tooLarge', issue.maximum)
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    default:
      return flawWords('form')
  }
}

/** The flaw of a value that is not of the JSON type. */
export function flawOfType(type: string): Flaw {
  return type in flaws ? (type as Flaw) : 'form'
}
