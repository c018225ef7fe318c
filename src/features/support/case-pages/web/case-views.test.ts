import { expect, test } from 'vitest'
import { viewFilters, viewOf } from './case-views.ts'

const now = Date.parse('2026-11-20T10:03:14Z')

test('mine is what is assigned to vendor staff, and what a customer reported', () => {
  expect(viewFilters('mine', { username: 'd', vendor: true }, now)).toEqual({ open: true, assignee: ['d'] })
  expect(viewFilters('mine', { username: 't', vendor: false }, now)).toEqual({ open: true, reporter: ['t'] })
})

test('resolved covers 30 days and makes the same query within an hour', () => {
  const resolved = viewFilters('resolved', { username: '', vendor: true }, now)
  expect(resolved).toEqual({ open: false, resolvedFrom: '2026-10-21T10:00:00.000Z' })
  expect(viewFilters('resolved', { username: '', vendor: true }, now + 60_000)).toEqual(resolved)
})

test('an unknown view is the open one', () => {
  expect(viewOf('nonsense')).toBe('open')
  expect(viewOf('watched')).toBe('watched')
})
