import pg from 'pg'
import { type Migration, migrations } from './migrations.ts'
import { readSchema } from './schema.ts'

/** Why a process cannot work on a database; the message is one line for the operator. */
export class SchemaProblem extends Error {}

type Options = {
  readonly steps?: readonly Migration[]
  /** How long a migration waits for a lock that another process holds, and how often it is tried. */
  readonly lockTimeoutMs?: number
  readonly tries?: number
}

/** A lock was not given in time; or two transactions waited for each other. */
const lockErrorCodes: readonly unknown[] = ['55P03', '40P01']
/** The name of a first migration: other databases have other ones. */
const first = /^0000-/

/**
 * Brings the database to the present schema: an empty one gets it at once, another one all migrations that it lacks, in
 * order of their names; in one transaction, so that it has all of them or none. Of processes that start at once one does
 * it. It waits for locks of other processes for a short time only, because all their queries wait behind it meanwhile,
 * and tries again. A database that is up to date costs one query.
 */
export async function migrate(
  url: string,
  { steps = migrations, lockTimeoutMs = 3_000, tries = 20 }: Options = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // A connection that ends while none of its queries runs is no failure: one that runs fails itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    if ((await missingSteps(client, steps)).length === 0) return
    // One process migrates, the others wait for as long as it needs. The lock ends with the connection.
    await client.query(`select pg_advisory_lock(hashtextextended('headend migrations', 0))`)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    for (let triesLeft = tries; !(await migrateOnce(client, steps)); triesLeft -= 1) {
      if (triesLeft <= 1)
        throw new SchemaProblem(
          'DATABASE_URL is in use by another process that holds locks the upgrade needs, perhaps a Headend of the version before: stop it, then start again. Nothing was changed',
        )
    }
  } finally {
    await client.end()
  }
}

/** Runs the missing steps in one transaction; false when a lock was not given. */
async function migrateOnce(client: pg.Client, steps: readonly Migration[]): Promise<boolean> {
  const missing = await missingSteps(client, steps)
  if (missing.length === 0) return true
  try {
    await client.query('begin')
    if (missing.length === steps.length) await client.query(readSchema())
    else for (const { sql } of missing) await client.query(sql)
    await client.query('insert into schema_migrations (name) select unnest($1::text[])', [
      missing.map(({ name }) => name),
    ])
    await client.query('commit')
    return true
  } catch (failure) {
    await client.query('rollback')
    if (lockErrorCodes.includes(codeOf(failure))) return false
    throw failure
  }
}

/** The steps that the database lacks: all of them when it is empty. Throws when this version cannot work on it. */
async function missingSteps(client: Pick<pg.Client, 'query'>, steps: readonly Migration[]): Promise<Migration[]> {
  const appliedNames = await appliedSteps(client)
  const knownNames = new Set(steps.map(({ name }) => name))
  const unknownName = appliedNames.find((name) => !knownNames.has(name))
  if (unknownName !== undefined && first.test(unknownName)) throw new SchemaProblem(tooOld)
  if (unknownName !== undefined)
    throw new SchemaProblem(
      `DATABASE_URL was upgraded by a newer version of Headend (${unknownName} is not known here): start that version, or restore the copy from before the upgrade`,
    )
  const has = new Set(appliedNames)
  return steps.filter(({ name }) => !has.has(name))
}

const tooOld =
  'The database was made by a version of Headend before the first release, and cannot be upgraded: start with an empty DATA_DIR, or with an empty database in DATABASE_URL (pg_dump and a copy of DATA_DIR keep the old one for the version that made it)'

/** Why this version cannot serve the schema that the database has now; undefined when it can. */
export async function schemaFlaw(client: Pick<pg.Client, 'query'>): Promise<string | undefined> {
  const appliedNames = new Set(await appliedSteps(client))
  if (migrations.some(({ name }) => !appliedNames.has(name))) return 'the database has the schema of an older version'
  return appliedNames.size > migrations.length ? 'the database was upgraded by a newer version' : undefined
}

/** The names of the steps that the database has; none when it is empty. */
async function appliedSteps(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
    return rows.map(({ name }) => name)
  } catch (failure) {
    if (codeOf(failure) !== '42P01') throw failure
    // Versions before this way of migrating wrote down theirs in another table.
    const { rows } = await client.query<{ old: boolean }>(`select to_regclass('kysely_migration') is not null as old`)
    if (rows[0]?.old) throw new SchemaProblem(tooOld)
    return []
  }
}

function codeOf(failure: unknown): unknown {
  return failure instanceof Error && 'code' in failure ? failure.code : undefined
}
