import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrations } from './migrations.ts'

/** Why a process cannot work on a database; the message is one line for the operator. */
export class SchemaProblem extends Error {}

type Step = { readonly name: string; readonly sql: string }
type Options = {
  readonly steps?: readonly Step[]
  /** How long a migration waits for a lock that another process holds, and how often it is tried. */
  readonly lockTimeoutMs?: number
  readonly tries?: number
}

/** A lock was not given in time; or two transactions waited for each other. */
const contended: readonly unknown[] = ['55P03', '40P01']

/**
 * Brings the database to the present schema: all missing migrations in order, in one transaction, so that it has all of
 * them or none. Of processes that start at once one does it. It waits for locks of other processes for a short time only,
 * because all their queries wait behind it meanwhile, and tries again. A database that is up to date costs one query.
 */
export async function migrate(
  url: string,
  { steps = migrations, lockTimeoutMs = 3_000, tries = 20 }: Options = {},
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, lock_timeout: lockTimeoutMs })
  // A connection that ends while none of its queries runs is no failure: one that runs fails itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    if ((await missingSteps(pool, steps)) === 0) return
    await alone(pool, async () => {
      for (let left = tries; (await missingSteps(pool, steps)) > 0; left -= 1) {
        // Work of several people is numbered apart: a step may come after a later one.
        const provider = { getMigrations: async () => named(steps) }
        const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
        if (error && !contended.includes(codeOf(error))) throw error
        if (error && left <= 1)
          throw new SchemaProblem(
            'DATABASE_URL is in use by another process that holds locks the upgrade needs, perhaps a Headend of the version before: stop it, then start again. Nothing was changed',
          )
      }
    })
  } finally {
    await db.destroy()
  }
}

/** Runs the work while no other process migrates; one that does may take as long as it needs. */
async function alone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query(`select pg_advisory_lock(hashtextextended('headend migrations', 0))`)
    await work()
  } finally {
    // The lock ends with the connection.
    client.release(true)
  }
}

/** The number of steps that the database lacks; throws when it has one that this version does not know. */
async function missingSteps(pool: pg.Pool, steps: readonly Step[]): Promise<number> {
  const applied = await appliedSteps(pool)
  const known = new Set(steps.map(({ name }) => name))
  const newer = applied.find((name) => !known.has(name))
  if (newer !== undefined)
    throw new SchemaProblem(
      `DATABASE_URL was upgraded by a newer version of Headend (${newer} is not known here): start that version, or restore the copy from before the upgrade`,
    )
  return steps.length - applied.length
}

/** Why this version cannot serve the schema that the database has now; undefined when it can. */
export async function schemaFlaw(client: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  const applied = new Set(await appliedSteps(client))
  if (migrations.some(({ name }) => !applied.has(name))) return 'the database has the schema of an older version'
  return applied.size > migrations.length ? 'the database was upgraded by a newer version' : undefined
}

async function appliedSteps(client: Pick<pg.Pool, 'query'>): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
    return rows.map(({ name }) => name)
  } catch (failure) {
    if (codeOf(failure) === '42P01') return []
    throw failure
  }
}

function codeOf(failure: unknown): unknown {
  return failure instanceof Error && 'code' in failure ? failure.code : undefined
}

function named(steps: readonly Step[]): Record<string, Migration> {
  const run = (text: string) => (db: Kysely<unknown>) =>
    sql
      .raw(text)
      .execute(db)
      .then(() => undefined)
  return Object.fromEntries(steps.map(({ name, sql: text }) => [name, { up: run(text) }]))
}
