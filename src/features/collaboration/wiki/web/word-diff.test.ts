import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countChanges, type DiffPart, wordDiff } from './word-diff.ts'

const without = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('')

/** Texts of few words, so that they have much in common. */
const words = fc
  .array(fc.constantFrom('six', 'four', 'minutes', ' ', '  ', '\n', '\n\n', '- ', '| a |'), { maxLength: 60 })
  .map((pieces) => pieces.join(''))
const texts = fc.oneof(words, fc.string({ unit: 'binary' }))

test('without additions it is the old text, without deletions the new one', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const parts = wordDiff(before, after)
      expect(without(parts, 'added')).toBe(before)
      expect(without(parts, 'removed')).toBe(after)
      // Neighbours differ in kind, and no part is empty.
      for (const [index, part] of parts.entries()) {
        expect(part.text).not.toBe('')
        expect(part.kind).not.toBe(parts[index + 1]?.kind)
      }
    }),
  )
})

test('equal texts are one part, and one changed word is one deletion and one addition', () => {
  expect(wordDiff('Wait six minutes.', 'Wait six minutes.')).toEqual([{ kind: 'same', text: 'Wait six minutes.' }])
  const parts = wordDiff('# Window\n\nWait six minutes.\n', '# Window\n\nWait four minutes.\n')
  expect(parts).toEqual([
    { kind: 'same', text: '# Window\n\nWait ' },
    { kind: 'removed', text: 'six' },
    { kind: 'added', text: 'four' },
    { kind: 'same', text: ' minutes.\n' },
  ])
  expect(countChanges(parts)).toEqual({ added: 1, removed: 1 })
})

test('very long different texts are compared without a large table', () => {
  const before = Array.from({ length: 30_000 }, (_, index) => `a${index}`).join(' ')
  const after = Array.from({ length: 30_000 }, (_, index) => `b${index}`).join(' ')
  expect(wordDiff(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
