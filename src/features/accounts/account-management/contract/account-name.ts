import * as z from 'zod/mini'
import { reservedNames } from '#features/accounts/accounts/contract.ts'

/** The longest name of an account. */
export const NAME_LENGTH = 32
/** No two accounts begin with the same so many characters: outside systems cut names there. */
export const NAME_BEGINNING = 9

/** What can be said of a wished name; `clash` and `taken` only by who knows the other accounts. */
export const NameCheckResult = z.enum(['free', 'malformed', 'reserved', 'taken', 'clash'])
export type NameCheckResult = z.output<typeof NameCheckResult>

/** What is wrong with a name by itself. It needs a letter, because digits alone are read as an id. */
export function validateName(name: string): 'malformed' | 'reserved' | undefined {
  if (!/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(name) || !/[a-z]/.test(name)) return 'malformed'
  return reservedNames.includes(name) ? 'reserved' : undefined
}
