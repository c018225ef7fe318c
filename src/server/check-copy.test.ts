import { rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkpointFile, writeCheckpoint } from '#kit/server/events/checkpoints.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { requireWholeCopy } from './check-copy.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const check = () => requireWholeCopy(app.portal.config, app.databaseUrl)

test('a complete data directory is started', async () => {
  await expect(check()).resolves.toBeUndefined()
})

test.skipIf(process.env.TEST_DATABASE_URL)('a table without its file is rejected in one line', async () => {
  const { rows } = await sql<{ path: string }>`
    select current_setting('data_directory') || '/' || pg_relation_filepath('case_comments') as path`.execute(
    app.portal.db,
  )
  const { path } = rows[0]!
  await rename(path, `${path}-away`)
  await expect(check()).rejects.toThrow(/is not a complete copy: the database has no file of case_comments\./)
  await rename(`${path}-away`, path)
})

test.skipIf(process.env.TEST_DATABASE_URL)('a table whose file is truncated is rejected in one line', async () => {
  const { db } = app.portal
  await sql`create table copied as select generate_series(1, 5000) as n`.execute(db)
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<{ path: string }>`
    select current_setting('data_directory') || '/' || pg_relation_filepath('copied') as path`.execute(db)
  const { path } = rows[0]!
  // In the middle of a page.
  await truncate(path, 8192 + 100)
  await expect(check()).rejects.toThrow(/is not a complete copy: the database file of copied is truncated\./)
  await sql`drop table copied`.execute(db)
  await sql`create table analyzed as select generate_series(1, 5000) as n`.execute(db)
  await sql`analyze analyzed`.execute(db)
  const { rows: kept } = await sql<{ path: string }>`
    select current_setting('data_directory') || '/' || pg_relation_filepath('analyzed') as path`.execute(db)
  await sql`checkpoint`.execute(db)
  await truncate(kept[0]!.path, 8192)
  await expect(check()).rejects.toThrow('the database file of analyzed is truncated')
  await sql`drop table analyzed`.execute(db)
})

test('checkpoints of events that the database does not have are rejected in one line', async () => {
  const { db, config } = app.portal
  const { rows } = await sql<{ seq: number }>`select seq from event_chain`.execute(db)
  const seq = rows[0]!.seq
  await sql`update event_chain set seq = seq + 5`.execute(db)
  await writeCheckpoint(db, checkpointFile(config.dataDirectory), config)
  await sql`update event_chain set seq = ${seq}`.execute(db)
  await expect(check()).rejects.toThrow(`contains event ${seq + 5}, the database ends with ${seq}`)
  await rename(checkpointFile(config.dataDirectory), join(config.dataDirectory, 'earlier.jsonl'))
})

test('a missing stored file is rejected in one line', async () => {
  const digest = 'ab'.repeat(32)
  await sql`insert into stored_files (digest, size) values (${digest}, 10)`.execute(app.portal.db)
  await expect(check()).rejects.toThrow(`files/ab/${digest} is missing or truncated`)
})
