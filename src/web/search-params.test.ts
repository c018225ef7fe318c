import { expect, test } from 'vitest'
import { writeSearch } from '#kit/contract/page-path.ts'
import { parseSearch } from './search-params.ts'

test('an address is read and written without a change, lists with their commas', () => {
  for (const search of ['?status=NEW,OPEN&sort=updatedAt,DESC', '?q=a%26b+c', '?id=NORD-1&id=NORD-2', '']) {
    expect(writeSearch(parseSearch(search))).toBe(search)
  }
})

test('values stay strings, also numbers and booleans; what is empty is left out', () => {
  expect(parseSearch('?id=12&open=true')).toEqual({ id: '12', open: 'true' })
  expect(writeSearch({ q: '', status: undefined, id: null, tab: 'files' })).toBe('?tab=files')
})
