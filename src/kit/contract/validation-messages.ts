import type * as z from 'zod/mini'
import { fillText } from './problem.ts'

const flaws = {
  missing: 'This field is required.',
  empty: 'Enter some text.',
  string: 'This must be text.',
  number: 'This must be a number.',
  integer: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
  tooShort: 'Enter at least {limit} characters.',
  tooLong: 'Enter at most {limit} characters.',
  tooSmall: 'This must be {limit} or more.',
  tooLarge: 'This must be {limit} or less.',
  tooFew: 'Enter at least {limit} entries.',
  tooMany: 'Enter at most {limit} entries.',
  'date-time': 'Enter a date and time such as 2026-01-31T12:00:00Z.',
  date: 'Enter a date such as 2026-01-31.',
  form: 'This does not have the required format.',
  oneLine: 'Enter one line, without control characters or characters that change the text direction.',
  unstorable: 'This contains a character that cannot be stored: NUL, or an unpaired surrogate.',
  deep: 'This is nested deeper than {limit} levels.',
}

/** The possible errors of one value, whatever the field. */
export type ValidationIssue = keyof typeof flaws

/** The text of an error for the user who entered the value; a form shows the same text as an error response. */
export function validationMessage(flaw: ValidationIssue, limit?: number | bigint): string {
  return fillText(flaws[flaw], { limit: String(limit) })
}

/** The text for an error found by zod; a pattern with its own text uses that. */
export function zodIssueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return validationMessage('missing')
      return validationMessage(issue.expected === 'int' ? 'integer' : flawOfType(issue.expected))
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? validationMessage('empty') : validationMessage('tooShort', issue.minimum)
      return validationMessage(issue.origin === 'array' ? 'tooFew' : 'tooSmall', issue.minimum)
    case 'too_big':
      if (issue.origin === 'string') return validationMessage('tooLong', issue.maximum)
      return validationMessage(issue.origin === 'array' ? 'tooMany' : 'tooLarge', issue.maximum)
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    default:
      return validationMessage('form')
  }
}

/** The error of a value that is not of the JSON type. */
export function flawOfType(type: string): ValidationIssue {
  return type in flaws ? (type as ValidationIssue) : 'form'
}
