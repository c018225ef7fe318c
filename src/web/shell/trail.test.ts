import { expect, test } from 'vitest'
import { breadcrumbs, type Visit, visit } from './trail.ts'

const at = (path: string, label: string, account: string | null = null, search = ''): Visit => ({
  path,
  search,
  label,
  account,
})
const walk = (...visits: Visit[]) => visits.reduce<readonly Visit[]>(visit, [])

test('shows at most three visits, and the last one is not a link', () => {
  const shown = breadcrumbs(walk(at('/a', 'A'), at('/b', 'B', null, '?x=1'), at('/c', 'C'), at('/d', 'D')))
  expect(shown.map(({ label, href }) => [label, href])).toEqual([
    ['B', '/b?x=1'],
    ['C', '/c'],
    ['D', null],
  ])
})

test('coming back to a visited path cuts the trail there and keeps the newer query', () => {
  expect(walk(at('/a', 'A'), at('/b', 'B'), at('/c', 'C'), at('/b', 'B', null, '?tab=2'))).toEqual([
    at('/a', 'A'),
    at('/b', 'B', null, '?tab=2'),
  ])
})

test("an account's name is shown once before the pages that are about it, and counts as an entry", () => {
  const shown = breadcrumbs(
    walk(at('/d', 'Dashboard'), at('/n/s', 'Support', 'Nordkabel'), at('/n/c', 'New case', 'Nordkabel')),
  )
  expect(shown.map(({ prefix, label }) => [prefix, label])).toEqual([
    ['Nordkabel', 'Support'],
    [null, 'New case'],
  ])
})

test('a page that was not found is shown while it is open, and never returned to', () => {
  const lost = { ...at('/n', 'Not found'), nowhere: true }
  expect(breadcrumbs(walk(at('/a', 'A'), lost)).map(({ label }) => label)).toEqual(['A', 'Not found'])
  expect(walk(at('/a', 'A'), lost, at('/b', 'B'))).toEqual([at('/a', 'A'), at('/b', 'B')])
})
