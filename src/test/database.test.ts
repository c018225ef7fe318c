import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { migrations } from '#database/migrations.ts'
import { testDatabase } from './database.ts'
import { run } from './template.ts'

test('each test database is migrated, and separate from the others', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()]
  const [first, second] = [one, other].map(({ url }) => new pg.Client(url)) as [pg.Client, pg.Client]
  await Promise.all([first.connect(), second.connect()])
  await first.query('create table mine (id int)')
  const tables = `select to_regclass('mine') is not null as mine, to_regclass('schema_migrations') is not null as migrated`
  expect((await first.query(tables)).rows).toEqual([{ mine: true, migrated: true }])
  expect((await second.query(tables)).rows).toEqual([{ mine: false, migrated: true }])
  await Promise.all([first.end(), second.end()])
  await Promise.all([one.drop(), other.drop()])
})

describe('a migration', () => {
  const step = (name: string) => ({ name, sql: 'alter table sboms add column added text' })
  let database: Awaited<ReturnType<typeof testDatabase>>
  let client: pg.Client
  beforeEach(async () => {
    database = await testDatabase()
    client = new pg.Client(database.url)
    await client.connect()
  })
  afterEach(async () => {
    await client.end()
    await database.drop()
  })
  const newest = async () =>
    (await client.query<{ name: string }>('select max(name) as name from schema_migrations')).rows[0]!.name
  const until = async (query: string) => {
    await expect.poll(async () => (await client.query(query)).rows.length).toBeGreaterThan(0)
  }
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

  test('waits for a lock for a short time, lets others pass, and is made once the lock is free', async () => {
    const holder = new pg.Client(database.url)
    await holder.connect()
    await holder.query('begin; lock table sboms in access share mode')
    const steps = [...migrations, step('9000-later')]
    const migrating = migrate(database.url, { steps, lockTimeoutMs: 100, tries: 1_000 })
    // Who reads the table waits no longer than the migration does.
    await until(waiting)
    await client.query('select from sboms')
    expect(await newest()).not.toBe('9000-later')
    await holder.query('commit')
    await holder.end()
    await migrating
    expect(await newest()).toBe('9000-later')
  })

  test('that never gets its lock ends with one line, and has changed nothing', async () => {
    const holder = new pg.Client(database.url)
    await holder.connect()
    await holder.query('begin; lock table sboms in access share mode')
    const steps = [...migrations, { name: '9000-first', sql: 'create table added (id int)' }, step('9001-second')]
    await expect(migrate(database.url, { steps, lockTimeoutMs: 20, tries: 3 })).rejects.toThrow(
      /^DATABASE_URL is in use by another process [^\n]*: stop it, then start again\. Nothing was changed$/,
    )
    expect((await client.query(`select to_regclass('added') as made`)).rows).toEqual([{ made: null }])
    await holder.end()
  })

  test('that was made is not asked for again: a start waits for no migration elsewhere', async () => {
    await client.query(`select pg_advisory_lock(hashtextextended('headend migrations', 0))`)
    await migrate(database.url)
  })

  test('of processes that start at once is made by one', async () => {
    const steps = [...migrations, step('9000-once')]
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, { steps, lockTimeoutMs: 50 })))
    expect(await newest()).toBe('9000-once')
  })

  test('with a lower number than the newest is made too', async () => {
    const last = { name: '9000-last', sql: 'create table last (id int)' }
    await migrate(database.url, { steps: [...migrations, last] })
    await migrate(database.url, { steps: [...migrations, last, step('8999-between')] })
    expect((await client.query('select name from schema_migrations where name > $1', ['8'])).rows).toHaveLength(2)
  })

  test('that is flawed ends with its own reason, at the first try', async () => {
    const steps = [...migrations, { name: '9000-flawed', sql: 'alter table no_such_table add column x int' }]
    await expect(migrate(database.url, { steps })).rejects.toThrow('no_such_table')
  })

  test('of a newer version is named in one line, and nothing is migrated', async () => {
    await migrate(database.url, { steps: [...migrations, step('9000-of-tomorrow')] })
    await expect(migrate(database.url)).rejects.toThrow(
      /^DATABASE_URL was upgraded by a newer version of Headend \(9000-of-tomorrow is not known here\): [^\n]*$/,
    )
  })

  const beforeTheRelease =
    /^The database was made by [^\n]* cannot be upgraded: start with an empty DATA_DIR, or [^\n]*$/

  test('does not exist for a database from before the migrations began, which is named in one line', async () => {
    const old = await testDatabase('template0')
    await run(
      old.url,
      `create table kysely_migration (name text); insert into kysely_migration values ('0001-accounts')`,
    )
    await expect(migrate(old.url)).rejects.toThrow(beforeTheRelease)
    await run(old.url, 'create table untouched ()')
    await old.drop()
  })

  test('does not exist for a database with another first schema either', async () => {
    await client.query(`update schema_migrations set name = '0000-another' where name = $1`, [migrations[0]!.name])
    await expect(migrate(database.url)).rejects.toThrow(beforeTheRelease)
  })
})
