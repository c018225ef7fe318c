import { expect, test } from 'vitest'
import { eventText, } from '../texts.ts'
import { eventWords, subjectOf } from './event-text.ts'

type Entry = Parameters<typeof subjectOf>[0]

const words = (entry: Entry) => eventWords(eventText, entry.name, subjectOf(entry, '')).trim()
const made = (by: string, whom: string, impersonatedBy: string | null = null): Entry => ({
  name: 'user.created',
  by,
  whom,
  impersonatedBy,
})

test('an invitation names who was invited, a sign-up has no other user', () => {
  expect(words(made('Mia Manager', 'Ella New'))).toBe('invited Ella New')
  expect(words(made('Ella New', 'Ella New'))).toBe('signed up')
  // Staff who impersonate the user act on the user too.
  expect(words(made('Ella New', 'Ella New', 'Vera Vendor'))).toBe('invited Ella New')
})
