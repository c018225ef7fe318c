import { expect, test } from 'vitest'
import { pseudo } from './pseudo.ts'

test('a pseudo-text is bracketed, longer, accented, and keeps its values', () => {
  expect(pseudo('File {count} cases')).toBe('[Ƒîļé {count} çåšéš~~~~~~]'.replace('Ƒ', 'F'))
  expect(pseudo('')).toBe('[]')
})
