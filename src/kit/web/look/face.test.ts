import { expect, test } from 'vitest'
import { initials, monogramColour } from './face.tsx'

test('initials: first and last word, capitals inside one word, else its first two letters', () => {
  expect(['Dana Levi', 'Pacific Reach Cable', 'CaboSur', 'Telvida', 'x'].map(initials)).toEqual([
    'DL',
    'PC',
    'CS',
    'TE',
    'X',
  ])
})

test('a monogram keeps its colour', () => {
  expect(monogramColour('Nordkabel')).toBe(monogramColour('Nordkabel'))
})
