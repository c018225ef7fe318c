import { expect, test } from 'vitest'
import { matchedParts } from './matched-parts.ts'

const marked = (title: string, words: string) =>
  matchedParts(title, words)
    .map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('')

test('marks every word wherever it occurs, in any case, and treats special characters literally', () => {
  expect(marked('Salt-water corrosion, Altona', 'alt')).toBe('S[alt]-water corrosion, [Alt]ona')
  expect(marked('RPD (9602) shelf', 'rpd (9602)')).toBe('[RPD] [(9602)] shelf')
  expect(marked('Nothing here', 'x')).toBe('Nothing here')
})
