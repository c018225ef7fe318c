import { expect, test } from 'vitest'
import { isChecked, toggleCell, updatesOf } from './role-cells.ts'

const roles = [{ role: 'USER', account: 'acme', accountId: '1', displayName: 'Acme' }]
const user = { role: 'USER', account: 'acme' }
const manager = { role: 'MANAGER', account: 'acme' }

test('a cell ticked twice is no change', () => {
  expect(toggleCell(roles, toggleCell(roles, new Map(), manager), manager).size).toBe(0)
})

test('a ticked role is granted, an unticked one is revoked', () => {
  const draft = toggleCell(roles, toggleCell(roles, new Map(), manager), user)
  expect([isChecked(roles, draft, manager), isChecked(roles, draft, user)]).toEqual([true, false])
  expect(updatesOf(roles, draft)).toEqual([
    { role: 'MANAGER', account: 'acme', add: true },
    { role: 'USER', account: 'acme', add: false },
  ])
  expect(updatesOf([], new Map([['HARMONIC', true]]))).toEqual([{ role: 'HARMONIC', account: null, add: true }])
})

test('a role that another user granted in the meantime is not revoked by a user who also wanted to grant it', () => {
  const draft = toggleCell(roles, new Map(), manager)
  const since = [...roles, { ...roles[0]!, role: 'MANAGER' }]
  expect(isChecked(since, draft, manager)).toBe(true)
  expect(updatesOf(since, draft)).toEqual([])
})
