import { expect, test } from 'vitest'
import { matchedParts } from './matched-parts.ts'

test('words that begin with the input are marked, the text stays whole', () => {
  const parts = matchedParts('OFDMA profile flaps (Zürich)', ['profil', 'zürich'])
  expect(parts.filter(({ matched }) => matched).map(({ text }) => text)).toEqual(['profile', 'Zürich'])
  expect(parts.map(({ text }) => text).join('')).toBe('OFDMA profile flaps (Zürich)')
})
