import { expect, test } from 'vitest'
import { circlesOf, upward } from './areas.mjs'
import { namesOf } from './entry-points.mjs'
import { repeatedIn } from './one-shape.mjs'
import { sharedTables } from './writers.mjs'

test('an import from a lower area to a higher one is found, the other direction is not', () => {
  const edges = [
    ['accounts/accounts', 'support/cases'],
    ['support/cases', 'accounts/accounts'],
    ['support/cases', 'support/comments'],
  ]
  expect(upward(edges)).toEqual(['accounts/accounts → support/cases'])
  expect(upward([['accounts/accounts', 'newarea/things']])).toEqual(['accounts/accounts → newarea/things'])
})

test('features that import each other are found, also through a third one', () => {
  const chain = [
    ['support/a', 'support/b'],
    ['support/b', 'support/c'],
  ]
  expect(circlesOf(chain)).toEqual([])
  expect(circlesOf([...chain, ['support/c', 'support/a']])).toEqual(['support/a support/b support/c'])
})

test('a table that two features write is found, in the query builder and in SQL', () => {
  const texts = [
    ['src/features/support/cases/server/a.ts', "tx.updateTable('cases').set({})"],
    ['src/features/support/comments/server/b.ts', 'await sql`insert into cases (id) values (1)`'],
    ['src/features/support/comments/server/c.ts', 'select * from accounts for update of accounts'],
    ['src/kit/server/d.ts', "db.deleteFrom('events')"],
  ]
  expect(sharedTables(texts, new Set(['cases', 'accounts', 'events']))).toEqual([
    'cases: support/cases support/comments',
  ])
})

test('the names of an entry point are counted', () => {
  const text =
    "export { a, b } from './a.ts'\nexport type { C } from './c.ts'\nexport const d: Feature = {}\nconst e = 1\n"
  expect(namesOf(text)).toEqual(['a', 'b', 'C', 'd'])
})

test('a raw transaction, a scope and a comparison of secrets outside their one place are found', () => {
  const scope = "and ${accounts === 'all' ? sql`true` : sql`a.id = any(${accounts}::bigint[])`}"
  const text = `const x = 1\nawait db.transaction().execute(work)\nreturn timingSafeEqual(one, other)\n${scope}\n`
  expect(repeatedIn('src/features/a/b/server/c.ts', text)).toEqual([
    'src/features/a/b/server/c.ts:2: use inTransaction',
    'src/features/a/b/server/c.ts:3: use sameSecret',
    'src/features/a/b/server/c.ts:4: use visibleIn or inAccounts',
  ])
  expect(repeatedIn('src/kit/server/same-secret.ts', text)).toHaveLength(2)
})
