import { expect, test } from 'vitest'
import { isTicked, toggled, updatesOf } from './role-cells.ts'

const roles = [{ role: 'USER', account: 'acme', accountId: '1', displayName: 'Acme' }]
const user = { role: 'USER', account: 'acme' }
const manager = { role: 'MANAGER', account: 'acme' }

test('a cell ticked twice is no change', () => {
  expect(toggled(toggled(new Set(), manager), manager).size).toBe(0)
})

test('what was ticked is given, what was unticked is taken', () => {
  const draft = toggled(toggled(new Set(), manager), user)
  expect([isTicked(roles, draft, manager), isTicked(roles, draft, user)]).toEqual([true, false])
  expect(updatesOf(roles, draft)).toEqual([
    { role: 'MANAGER', account: 'acme', add: true },
    { role: 'USER', account: 'acme', add: false },
  ])
  expect(updatesOf([], new Set(['HARMONIC']))).toEqual([{ role: 'HARMONIC', account: null, add: true }])
})
