import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { inAccounts } from '#kit/server/visible.ts'

/** Where an account's cases are stored, and under which project. */
export type TrackerConfig = {
  account: string
  projectKey: string
  projectLabel: string
  targetSystem: 'embedded' | 'jira' | 'jsm'
}

/** Project keys of the accounts: of the tracker that their cases are kept in step with, else of the portal. */
export async function findTrackerConfigs(db: Database, accounts: 'all' | readonly number[]): Promise<TrackerConfig[]> {
  const { rows } = await sql<TrackerConfig>`
    select a.name as account, coalesce(p.project_key, a.project_key) as "projectKey", coalesce(p.project_label, a.display_name) as "projectLabel",
      coalesce(t.target, 'embedded') as "targetSystem"
    from accounts a left join tracker_targets t on t.account_id = a.id
      left join tracker_projects p on p.account_id = a.id and p.system = t.target
    where a.deleted_at is null and ${inAccounts(accounts, 'a.id')} order by a.name`.execute(db)
  return rows
}
