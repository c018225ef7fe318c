import { expect, test } from 'vitest'
import { countries, countryName } from './country.ts'

test('every country has a name, and once; an unknown code stays unchanged', () => {
  const all = countries()
  expect(all).toHaveLength(249)
  expect(new Set(all.map(({ label }) => label)).size).toBe(249)
  expect(all.filter(({ value, label }) => value === label)).toEqual([])
  expect([countryName('DE'), countryName('Germany'), countryName('x')]).toEqual(['Germany', 'Germany', 'x'])
})
