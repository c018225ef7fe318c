import { expect, test } from 'vitest'
import { isChecked, toggled, updatesOf } from './role-cells.ts'

const roles = [{ role: 'USER', account: 'acme', accountId: '1', displayName: 'Acme' }]
const user = { role: 'USER', account: 'acme' }
const manager = { role: 'MANAGER', account: 'acme' }

test('a cell ticked twice is no change', () => {
  expect(toggled(roles, toggled(roles, new Map(), manager), manager).size).toBe(0)
})

test('what was ticked is given, what was unticked is taken', () => {
  const draft = toggled(roles, toggled(roles, new Map(), manager), user)
  expect([isChecked(roles, draft, manager), isChecked(roles, draft, user)]).toEqual([true, false])
  expect(updatesOf(roles, draft)).toEqual([
    { role: 'MANAGER', account: 'acme', add: true },
    { role: 'USER', account: 'acme', add: false },
  ])
  expect(updatesOf([], new Map([['HARMONIC', true]]))).toEqual([{ role: 'HARMONIC', account: null, add: true }])
})

test('what somebody else gave in the meantime is not taken again by who wanted to give it too', () => {
  const draft = toggled(roles, new Map(), manager)
  const since = [...roles, { ...roles[0]!, role: 'MANAGER' }]
  expect(isChecked(since, draft, manager)).toBe(true)
  expect(updatesOf(since, draft)).toEqual([])
})
