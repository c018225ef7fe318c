import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { WAKEUPS } from '#kit/server/live/postgres-wakeups.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { StartupError } from '#kit/server/startup-error.ts'

type Directory = Pick<PortalConfig, 'dataDirectory' | 'dataDirectoryId'>

/** The name of a process's connection for wake-ups, which says in PostgreSQL which data directory the process has. */
export function connectionOf({ dataDirectoryId }: Pick<Directory, 'dataDirectoryId'>): string {
  return `${WAKEUPS} ${dataDirectoryId}`
}

/**
 * Rejects a start beside a process with another data directory: parts of uploads, files on disk and checkpoints of the
 * audit are there, and a request may reach any process.
 */
export async function requireOneDataDirectory(db: Database, config: Directory): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database()
      and starts_with(application_name, ${`${WAKEUPS} `}) and application_name <> ${connectionOf(config)} limit 1`.execute(
    db,
  )
  if (rows.length > 0)
    throw new StartupError(
      `DATA_DIR ${config.dataDirectory} is not the directory of the Headend that runs on this DATABASE_URL: all processes of one database share one directory`,
    )
}
