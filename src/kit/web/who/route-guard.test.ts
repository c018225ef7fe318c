import { expect, test } from 'vitest'
import { type Actor, permission } from '#kit/contract/permission.ts'
import { judge, type RouteGuard } from './route-guard.ts'

const approve = permission('approve', { role: 'APPROVER' })
const read = permission('read', { role: 'APPROVER' }, { role: 'USER' })
const person = (...roles: [string, string][]): Actor => ({
  id: '1',
  username: 'a@b.example',
  fullName: 'A B',
  assignedAccounts: [],
  roles: roles.map(([role, account]) => ({ role, account })),
})
const user = person(['USER', 'nordkabel'])

test('a route without a guard, or with an empty one, is open to everybody', () => {
  expect(judge(undefined, user, 'nordkabel')).toEqual({ allowed: true })
  expect(judge({}, user, undefined)).toEqual({ allowed: true })
})

test('only: any match opens, by permission or by role', () => {
  expect(judge({ only: [approve, read] }, user, 'nordkabel').allowed).toBe(true)
  expect(judge({ only: ['USER'] }, user, 'nordkabel').allowed).toBe(true)
  expect(judge({ only: [approve] }, user, 'nordkabel')).toEqual({
    allowed: false,
    failed: 'approve',
    redirectTo: undefined,
  })
})

test('an empty only list opens to nobody', () => {
  expect(judge({ only: [] }, user, 'nordkabel').allowed).toBe(false)
})

test('except: any match denies, even where only would open', () => {
  const guard: RouteGuard = { only: [read], except: ['USER'] }
  expect(judge(guard, user, 'nordkabel')).toMatchObject({ allowed: false, failed: 'USER' })
  expect(judge({ except: [approve] }, user, 'nordkabel').allowed).toBe(true)
})

test("a customer's roles count in the current account only, a vendor's everywhere", () => {
  expect(judge({ only: [read] }, user, 'fjordnett').allowed).toBe(false)
  expect(judge({ only: ['USER'] }, user, 'fjordnett').allowed).toBe(false)
  expect(judge({ only: [read] }, person(['APPROVER', '*']), 'fjordnett').allowed).toBe(true)
})

test('redirects by the failed permission, else by default, else nowhere', () => {
  const redirectTo = { approve: '/releases', default: '/dashboard' }
  expect(judge({ only: [approve], redirectTo }, user, 'nordkabel')).toMatchObject({ redirectTo: '/releases' })
  expect(judge({ except: ['USER'], redirectTo }, user, 'nordkabel')).toMatchObject({ redirectTo: '/dashboard' })
  expect(judge({ only: [approve], redirectTo: '/x' }, user, 'nordkabel')).toMatchObject({ redirectTo: '/x' })
})

test('an unknown strategy name is an error', () => {
  expect(() => judge({ onlyIf: [approve] } as RouteGuard, user, 'nordkabel')).toThrow(
    'unknown permission strategy: onlyIf',
  )
})
