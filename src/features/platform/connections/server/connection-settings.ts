import { kitProblems } from '#kit/contract/kit-problems.ts'
import { fillText } from '#kit/contract/problem.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requireOutside } from '#kit/server/outbound-fetch.ts'
import { pageTexts } from '../texts.ts'
import type { Adapter, AdapterField } from './adapter.ts'

type Values = Readonly<Record<string, string>>
const LONGEST = 2_000

/** Settings as they are stored: plain ones, and secret ones. */
export type CheckedSettings = { readonly plain: Values; readonly secret: Values }

/**
 * Checks settings against the fields of the adapter; `stored` are kept where nothing is given, an empty text removes
 * one. Rejects with the errors of all fields, which are `within` this part of the body.
 */
export function checkSettings(
  adapter: Adapter,
  givenValues: Values,
  {
    stored = {},
    privateHosts,
    within = 'settings.',
  }: { stored?: Values; privateHosts: readonly string[]; within?: string },
): CheckedSettings {
  const values: Record<string, string> = { ...stored }
  for (const [name, value] of Object.entries(givenValues)) values[name] = value.trim()
  const urls = adapter.fields.filter(({ type }) => type === 'url')
  const isMoved = urls.some(({ name }) => stored[name] !== undefined && stored[name] !== values[name])
  const unknownNames = Object.keys(givenValues).filter((name) => !adapter.fields.some((field) => field.name === name))
  const wrong = [
    ...unknownNames.map((name) => ({ name, message: fillText(pageTexts.field.unknown, { system: adapter.name }) })),
    ...adapter.fields.flatMap((field) => {
      const { name, type } = field
      // A stored secret is never sent to an address that is new.
      const isSentElsewhere =
        isMoved && type === 'secret' && stored[name] !== undefined && givenValues[name] === undefined
      const message = isSentElsewhere ? pageTexts.field.again : errorOf(field, values[name] ?? '', privateHosts)
      return message ? [{ name: field.name, message }] : []
    }),
  ]
  if (wrong.length > 0)
    throwProblem(
      kitProblems['validation-failed'],
      {},
      { fields: wrong.map(({ name, message }) => ({ path: `${within}${name}`, message })) },
    )
  const of = (isSecret: boolean) =>
    Object.fromEntries(
      adapter.fields.flatMap(({ name, type }) =>
        (type === 'secret') === isSecret && values[name] ? [[name, values[name]]] : [],
      ),
    )
  return { plain: of(false), secret: of(true) }
}

function errorOf({ type, required, choices }: AdapterField, value: string, privateHosts: readonly string[]) {
  if (value === '') return required ? pageTexts.field.required : undefined
  if (type !== 'secret' && value.length > LONGEST) return pageTexts.field.long
  if (type === 'choice' && !choices?.some((choice) => choice.value === value)) return pageTexts.field.choice
  if (type !== 'url') return undefined
  try {
    requireOutside(value, privateHosts)
    return undefined
  } catch (failure) {
    return (failure as Error).message
  }
}
