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
  const trimmedValue = value?.trim() ?? ''
  if (trimmedValue === '') return input.required ? 'required' : undefined
  if (new TextEncoder().encode(trimmedValue).length > VALUE_BYTES) return 'long'
  if (input.type === 'number') return numberFlaw(input, trimmedValue)
  if (input.type === 'date') return isDate(trimmedValue) ? undefined : 'date'
  if (input.type === 'choice') return input.choices?.includes(trimmedValue) ? undefined : 'choice'
  return undefined
}

function numberFlaw({ minimum, maximum }: UserInput, numberText: string): InputFlaw | undefined {
  const value = Number(numberText)
  if (!Number.isFinite(value)) return 'number'
  return value < (minimum ?? value) || value > (maximum ?? value) ? 'range' : undefined
}

function isDate(dayString: string): boolean {
  const at = Date.parse(`${dayString}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(dayString) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(dayString)
}

/** The value of a user input as recipients read it. */
export function inputText({ type }: Pick<UserInput, 'type'>, value: string): string {
  const trimmedValue = value.trim()
  if (type === 'date') return dayText(Date.parse(`${trimmedValue}T00:00:00Z`), 'UTC')
  if (type === 'number') return Number(trimmedValue).toLocaleString('en-GB', { maximumFractionDigits: 10 })
  return trimmedValue
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
