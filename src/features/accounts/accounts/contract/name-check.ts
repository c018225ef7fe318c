import * as z from 'zod/mini'
import { reservedNames } from './reserved-names.ts'

/** The longest name of an account. */
export const NAME_LENGTH = 32
/** No two accounts share this many first characters: external systems cut names there. */
export const NAME_BEGINNING = 9

/** Results of a name check; `clash` and `taken` need knowledge of the other accounts. */
export const NameCheckResult = z.enum(['free', 'malformed', 'reserved', 'taken', 'clash'])
export type NameCheckResult = z.output<typeof NameCheckResult>

/** The flaw of a name by itself. A name needs a letter, because digits alone are read as an id. */
export function validateName(name: string): 'malformed' | 'reserved' | undefined {
  if (!/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(name) || !/[a-z]/.test(name)) return 'malformed'
  return reservedNames.includes(name) ? 'reserved' : undefined
}
