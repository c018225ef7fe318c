import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'

/**
 * Creates the job queue in an empty database, so that jobs can be added before the first worker runs. A later version
 * of its tables is made when the workers start.
 */
export async function createJobQueue({ db, pool }: { db: Database; pool: pg.Pool }): Promise<void> {
  // The last of the functions that the portal calls: what is missing after a start that was killed is added too.
  const { rows } = await sql<{ exists: boolean }>`
    select to_regprocedure('graphile_worker.force_unlock_workers(text[])') is not null as exists`.execute(db)
  if (rows[0]!.exists) return
  const { Logger, runMigrations } = await import('graphile-worker')
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
}
