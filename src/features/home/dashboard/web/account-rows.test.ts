import { expect, test } from 'vitest'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { accountRows, median } from './account-rows.ts'

test('the median of an even number of values lies between the two in the middle', () => {
  expect([median([]), median([7]), median([9, 1, 5]), median([10, 2, 4, 8])]).toEqual([null, 7, 5, 6])
})

test('words match rows that contain them at once, and rows that the server finds similar', () => {
  const accounts = ['nordfeld-kabel', 'jurakabel', 'altavena'].map((name) => ({ id: name, name, displayName: name }))
  const found = (words: string, alike: readonly string[]) =>
    accountRows(accounts as Account[], [], {
      pins: new Set(),
      words,
      alike: new Set(alike),
      sort: 'name,ASC',
    }).map(({ account }) => account.name)
  expect(found('Kabel', [])).toEqual(['jurakabel', 'nordfeld-kabel'])
  expect(found('nordfield', ['nordfeld-kabel'])).toEqual(['nordfeld-kabel'])
})
