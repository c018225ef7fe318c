import { sql } from 'kysely'
import { readUsers } from '#features/users/user-management/contract.ts'
import { visibleUsersCondition } from '#features/users/user-management/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { announcementProblems, type CategorySetting } from '../../contract.ts'

/** A user's settings of all categories that can be muted; the default is on. */
export async function settingsOf(db: Database | Tx, userId: number): Promise<CategorySetting[]> {
  const { rows } = await sql<CategorySetting>`
    select c.id::text as "categoryId", c.name, c.sub_category as "subCategory", coalesce(s.bell, true) as bell, coalesce(s.mail, true) as mail, coalesce(s.push, true) as push
    from announcement_categories c left join announcement_settings s on s.category_id = c.id and s.user_id = ${userId}
    where not c.internal order by c.name collate "und-x-icu", c.sub_category collate "und-x-icu" nulls first, c.id`.execute(
    db,
  )
  return rows
}

type Change = { categoryId: string; bell?: boolean | undefined; mail?: boolean | undefined; push?: boolean | undefined }

/** Changes the given settings. */
export async function changeSettings(tx: Tx, userId: number, changes: readonly Change[]): Promise<void> {
  const known = new Map((await settingsOf(tx, userId)).map((setting) => [setting.categoryId, setting]))
  for (const { categoryId, bell, mail, push } of changes) {
    const before = known.get(categoryId) ?? throwProblem(announcementProblems['category-not-found'])
    await sql`
      insert into announcement_settings (user_id, category_id, bell, mail, push)
      values (${userId}, ${categoryId}, ${bell ?? before.bell}, ${mail ?? before.mail}, ${push ?? before.push})
      on conflict (user_id, category_id) do update set bell = excluded.bell, mail = excluded.mail, push = excluded.push`.execute(
      tx,
    )
  }
}

/** Throws unless the user name is the caller's own: 403 for a user whom the caller can see, else 404. */
export async function requireOwn(db: Database | Tx, session: Session, username: string | undefined): Promise<void> {
  if (username === undefined || username.toLowerCase() === session.actor.username.toLowerCase()) return
  const seen = hasPermission(session, readUsers)
    ? await sql`select from users u where u.email = lower(${username}) and ${visibleUsersCondition(session, readUsers)}`.execute(
        db,
      )
    : { rows: [] }
  throwProblem(seen.rows.length > 0 ? kitProblems['access-denied'] : announcementProblems['settings-of-unknown-user'], {
    permission: 'own settings',
  })
}
