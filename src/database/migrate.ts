import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrations } from './migrations.ts'

/**
 * Brings the database to the present schema: all missing migrations in order, in one transaction, under Kysely's lock, so that two
 * processes starting at once do it once. A database that is up to date costs one query.
 */
export async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    if (await isUpToDate(db)) return
    const migrator = new Migrator({ db, provider: { getMigrations: async () => named(migrations) } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}

async function isUpToDate(db: Kysely<unknown>): Promise<boolean> {
  const names = migrations.map(({ name }) => name)
  try {
    const { rows } = await sql<{ done: number }>`
      select count(*)::int as done from kysely_migration where name = any(${names})`.execute(db)
    return rows[0]?.done === names.length
  } catch (failure) {
    if (failure instanceof pg.DatabaseError && failure.code === '42P01') return false
    throw failure
  }
}

function named(list: readonly { name: string; sql: string }[]): Record<string, Migration> {
  return Object.fromEntries(
    list.map((one) => [
      one.name,
      {
        up: (db: Kysely<unknown>) =>
          sql
            .raw(one.sql)
            .execute(db)
            .then(() => undefined),
      },
    ]),
  )
}
