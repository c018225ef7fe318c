import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test('a cell that begins like a formula never reaches a spreadsheet as one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' =', '\u00a0+', '＝', '＋', '－', '＠'),
      fc.string(),
      (start, rest) => {
        const cell = csvCell(start + rest)
        expect(cell.replace(/^"/, '')).toMatch(/^'/)
      },
    ),
  )
})

test('a quoted cell reads back as it was', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^\s*[=+\-@]|^\s/.test(text))
      const cell = csvCell(text)
      expect(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).toBe(text)
      if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",;\t\r\n]/)
    }),
  )
})

test('a cell with a semicolon is quoted, so that it stays one cell where semicolons separate', () => {
  expect(csvCell('x;=cmd|calc')).toBe('"x;=cmd|calc"')
})
