import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#kit/server/database.ts'
import { testDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

test('a start on a database that is up to date asks one question, and waits for no migration elsewhere', async () => {
  const database = await testDatabase()
  const { db, close } = openDatabase(database.url)
  try {
    await db.transaction().execute(async (elsewhere) => {
      await sql`select from kysely_migration_lock for update`.execute(elsewhere)
      await migrate(database.url)
    })
    const { rows } = await sql<{ names: number }>`select count(*)::int as names from kysely_migration`.execute(db)
    expect(rows[0]!.names).toBeGreaterThan(0)
  } finally {
    await close()
    await database.drop()
  }
}, 30_000)
