import { sql } from 'kysely'
import type { UserScope } from '#features/users/managed-users/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { conditionsOf } from './user-conditions.ts'
import { isInUse } from './user-json.ts'

/** The figures of the users cache, over the users visible to the session. */
export type Figures = {
  readonly customerUsersCount: number
  readonly harmonicUsersCount: number
  readonly activeCustomerUsersCount: number
  readonly activeCustomerConfluenceUsersCount: number
  readonly activeCustomerJiraUsersCount: number
  readonly activeCustomerSlackUsersCount: number
}

/** Counts them, over all users or the users of some accounts, with the version of all users. */
export async function countFigures(
  db: Database,
  scope: UserScope,
  account: readonly string[] | undefined,
): Promise<{ figures: Figures; version: number }> {
  const isUsed = sql`not u.is_vendor and ${isInUse}`
  const uses = (plugin: string) => sql`count(*) filter (where ${isUsed} and not ${plugin} = any(u.plugins_off))`
  const { rows } = await sql<Figures & { version: number }>`
    select count(*) filter (where not u.is_vendor) as "customerUsersCount", count(*) filter (where u.is_vendor) as "harmonicUsersCount",
      count(*) filter (where ${isUsed}) as "activeCustomerUsersCount", ${uses('confluence')} as "activeCustomerConfluenceUsersCount",
      ${uses('jira')} as "activeCustomerJiraUsersCount", ${uses('slack')} as "activeCustomerSlackUsersCount",
      (select version from user_list_version) as version
    from users u where ${conditionsOf(scope, { account }, 'part')}`.execute(db)
  const { version, ...figures } = rows[0]!
  return { figures, version }
}
