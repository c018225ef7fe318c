import { type UserInput, VALUE_BYTES } from './template.ts'

/** What is wrong with the value of a user input. */
export type InputFlaw = 'required' | 'number' | 'range' | 'date' | 'choice' | 'long' | 'unknown'

const messages: Readonly<Record<InputFlaw, string>> = {
  required: 'is required',
  number: 'must be a number',
  range: 'is outside of its limits',
  date: 'must be a date (2026-12-31)',
  choice: 'must be one of the choices',
  long: 'is longer than 4 kB',
  unknown: 'is not an input of the template',
}

/** The sentence of a flaw, for an error response. */
export function inputMessage(flaw: InputFlaw): string {
  return messages[flaw]
}

/** The flaw of a value; undefined for a valid one. An optional input may be empty. */
export function inputFlaw(input: UserInput, value: string | undefined): InputFlaw | undefined {
  const given = value?.trim() ?? ''
  if (given === '') return input.required ? 'required' : undefined
  if (new TextEncoder().encode(given).length > VALUE_BYTES) return 'long'
  if (input.type === 'number') return numberFlaw(input, given)
  if (input.type === 'date') return isDate(given) ? undefined : 'date'
  if (input.type === 'choice') return input.choices?.includes(given) ? undefined : 'choice'
  return undefined
}

function numberFlaw({ minimum, maximum }: UserInput, given: string): InputFlaw | undefined {
  const value = Number(given)
  if (!Number.isFinite(value)) return 'number'
  return value < (minimum ?? value) || value > (maximum ?? value) ? 'range' : undefined
}

function isDate(given: string): boolean {
  const at = Date.parse(`${given}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(given)
}

/** The value of a user input as recipients read it. */
export function inputText({ type }: Pick<UserInput, 'type'>, value: string): string {
  const given = value.trim()
  if (type === 'date') return dayText(Date.parse(`${given}T00:00:00Z`), 'UTC')
  if (type === 'number') return Number(given).toLocaleString('en-GB', { maximumFractionDigits: 10 })
  return given
}

/** A day in texts that are sent: `Sat 12 Dec 2026`. */
export function dayText(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
    .format(at)
    .replace(',', '')
}
