import { sql } from 'kysely'
import { loadPrincipals } from '#features/access/sessions/server/index.ts'
import { notificationGroups } from '#kit/server/notification.ts'
import { choicesOf } from './delivery-to.ts'
import type { DigestLine, DigestSource } from './digests.ts'
import { mayStillRead } from './readable.ts'

type Due = Omit<DigestLine, 'ends'> & {
  readonly group: string
  readonly permission: string | null
  readonly account: string | null
}

/** The notifications that wait for a digest. Those that were read, or may not be read any more, are left out. */
export const notificationDigests: DigestSource = {
  due: sql`select user_id from notifications where digest_at <= now()`,
  async take(tx, userIds) {
    const wanted = sql.join(
      notificationGroups().map(
        (group) => sql`when n.group_name = ${group.name} then ${choicesOf(group)} ->> 'mail' <> 'OFF'`,
      ),
      sql` `,
    )
    const { rows } = await sql<Due>`
      with taken as (
        update notifications n set digest_at = null where n.user_id = any(${[...userIds]}::bigint[]) and n.digest_at <= now()
        returning n.id
      )
      select n.user_id as "userId", u.email as address, n.group_name as "group", coalesce(n.thread, n.id::text) as thread, n.title, n.text, n.link,
        n.permission, a.name as account
      from taken t join notifications n on n.id = t.id join users u on u.id = n.user_id left join accounts a on a.id = n.account_id
      where n.read_at is null and not u.notification_blocking and case ${wanted} else false end order by n.user_id, n.id`.execute(
      tx,
    )
    const actors = await loadPrincipals(tx, [...new Set(rows.map(({ userId }) => userId))])
    return rows.flatMap(({ group, permission, account, ...line }) => {
      const actor = actors.get(line.userId)
      return actor && mayStillRead(actor, { permission, account }) ? { ...line, ends: group } : []
    })
  },
}
