import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'

/** Where an account's cases are stored, and under which project. */
export type TrackerConfig = {
  account: string
  projectKey: string
  projectLabel: string
  targetSystem: 'embedded' | 'jira' | 'jsm'
}

/** Project keys of the accounts. Their cases are the portal's own: a tracker comes with a connector. */
export async function findTrackerConfigs(db: Database, accounts: 'all' | readonly number[]): Promise<TrackerConfig[]> {
  const { rows } = await sql<TrackerConfig>`
    select name as account, project_key as "projectKey", display_name as "projectLabel", 'embedded' as "targetSystem" from accounts
    where deleted_at is null and ${accounts === 'all' ? sql`true` : sql`id = any(${[...accounts]}::bigint[])`} order by name`.execute(
    db,
  )
  return rows
}
