import { expect, test } from 'vitest'
import { type Principal, permission } from '#kit/contract/permission.ts'
import { evaluateGuard, type RouteGuard } from './route-guard.ts'

const approve = permission('approve', 'Approve', { role: 'APPROVER' })
const read = permission('read', 'Read', { role: 'APPROVER' }, { role: 'USER' })
const member = (...roles: [string, string][]): Principal => ({
  id: '1',
  username: 'a@b.example',
  fullName: 'A B',
  assignedAccounts: [],
  roles: roles.map(([role, account]) => ({ role, account })),
})
const user = member(['USER', 'nordkabel'])

test('a route without a guard, or with an empty one, is open to all users', () => {
  expect(evaluateGuard(undefined, user, 'nordkabel')).toEqual({ allowed: true })
  expect(evaluateGuard({}, user, undefined)).toEqual({ allowed: true })
})

test('only: any match opens, by permission or by role', () => {
  expect(evaluateGuard({ only: [approve, read] }, user, 'nordkabel').allowed).toBe(true)
  expect(evaluateGuard({ only: ['USER'] }, user, 'nordkabel').allowed).toBe(true)
  expect(evaluateGuard({ only: [approve] }, user, 'nordkabel')).toEqual({
    allowed: false,
    failed: 'approve',
    redirectTo: undefined,
  })
})

test('an empty only list opens to no user', () => {
  expect(evaluateGuard({ only: [] }, user, 'nordkabel').allowed).toBe(false)
})

test('except: any match denies, even where only would open', () => {
  const guard: RouteGuard = { only: [read], except: ['USER'] }
  expect(evaluateGuard(guard, user, 'nordkabel')).toMatchObject({ allowed: false, failed: 'USER' })
  expect(evaluateGuard({ except: [approve] }, user, 'nordkabel').allowed).toBe(true)
})

test("a customer's roles count in the current account only, a vendor's everywhere", () => {
  expect(evaluateGuard({ only: [read] }, user, 'fjordnett').allowed).toBe(false)
  expect(evaluateGuard({ only: ['USER'] }, user, 'fjordnett').allowed).toBe(false)
  expect(evaluateGuard({ only: [read] }, member(['APPROVER', '*']), 'fjordnett').allowed).toBe(true)
})

test('redirects by the failed permission, else by default, else nowhere', () => {
  const redirectTo = { approve: '/releases', default: '/dashboard' }
  expect(evaluateGuard({ only: [approve], redirectTo }, user, 'nordkabel')).toMatchObject({ redirectTo: '/releases' })
  expect(evaluateGuard({ except: ['USER'], redirectTo }, user, 'nordkabel')).toMatchObject({ redirectTo: '/dashboard' })
  expect(evaluateGuard({ only: [approve], redirectTo: '/x' }, user, 'nordkabel')).toMatchObject({ redirectTo: '/x' })
})

test('an unknown strategy name is an error', () => {
  expect(() => evaluateGuard({ onlyIf: [approve] } as RouteGuard, user, 'nordkabel')).toThrow(
    'unknown permission strategy: onlyIf',
  )
})
