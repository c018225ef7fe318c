import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

test('each test database is migrated, and separate from the others', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()]
  const [first, second] = [one, other].map(({ url }) => new pg.Client(url)) as [pg.Client, pg.Client]
  await Promise.all([first.connect(), second.connect()])
  await first.query('create table mine (id int)')
  const tables = `select to_regclass('mine') is not null as mine, to_regclass('kysely_migration') is not null as migrated`
  expect((await first.query(tables)).rows).toEqual([{ mine: true, migrated: true }])
  expect((await second.query(tables)).rows).toEqual([{ mine: false, migrated: true }])
  await Promise.all([first.end(), second.end()])
  await Promise.all([one.drop(), other.drop()])
})
