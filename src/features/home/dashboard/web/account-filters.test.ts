import { expect, test } from 'vitest'
import { afterChange, isAll } from './account-filters.ts'

test('choosing All clears every other filter', () => {
  const filters = { stage: ['LIFT', 'PRODUCTION'], region: ['EMEA'], csm: ['a@b.example'] }
  expect(afterChange(filters, { all: true })).toEqual({})
  expect(isAll({})).toBe(true)
})

test('All turns off with the first value and on again when the last one is removed', () => {
  const one = afterChange({}, { name: 'stage', value: 'LIFT' })
  expect(one).toEqual({ stage: ['LIFT'] })
  expect(isAll(one)).toBe(false)
  const two = afterChange(one, { name: 'region', value: 'EMEA' })
  expect(afterChange(two, { name: 'stage', value: 'LIFT' })).toEqual({ region: ['EMEA'] })
  expect(isAll(afterChange(one, { name: 'stage', value: 'LIFT' }))).toBe(true)
})
