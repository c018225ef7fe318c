import { expect, test } from 'vitest'
import { pseudo } from './pseudo.ts'

test('a pseudo-text is bracketed, longer, accented, and keeps its values', () => {
  expect(pseudo('File {count} cases')).toBe('[Fîļé {count} çåšéš~~~~~~]')
  expect(pseudo('')).toBe('[]')
})
