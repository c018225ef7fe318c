import { expect, test } from 'vitest'
import { requestUrl } from './request-url.ts'

test('fills and escapes the path, joins lists with commas, repeats sort, leaves out what is empty', () => {
  const url = requestUrl(
    '/api/a/{key}',
    { key: 'N/1' },
    { sort: ['a,ASC', 'b,DESC'], status: ['New', 'Open'], q: '', page: 0, no: undefined, none: [] },
  )
  expect(url).toBe('/api/a/N%2F1?sort=a%2CASC&sort=b%2CDESC&status=New%2COpen&page=0')
})

test('a missing parameter is an error of ours, not a call to a wrong address', () => {
  expect(() => requestUrl('/api/a/{key}')).toThrow('/api/a/{key} needs key')
})
