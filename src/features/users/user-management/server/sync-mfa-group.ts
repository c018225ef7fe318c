import { type RawBuilder, sql } from 'kysely'
import { setDirectoryGroup } from '#features/access/user-records/server/index.ts'
import { isManaged } from '#features/users/managed-users/server/index.ts'
import { factorNeeded } from '#features/users/second-factors/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { enqueueOutboxMessage } from '#kit/server/outbox/outbox-message.ts'
import type { Who } from './directory.ts'
import { directoryMessages } from './directory-messages.ts'
import { connectionId, DIRECTORY_LINE } from './update-directory.ts'

type Change = Who & {
  readonly id: number
  readonly provider: string
  was: string | null
  readonly wanted: string | null
}

/**
 * Has external directories add users who need a second factor to the group for it, and remove users who no longer need
 * one. Only differences from the last messages are sent; `whom` narrows the users `u`.
 */
export async function syncMfaGroup(tx: Tx, whom: RawBuilder<unknown> = sql`true`): Promise<void> {
  const { rows } = await sql<Change>`
    select u.id, u.subject, u.email, u.full_name as "fullName", p.id as provider, u.directory_group as was, w.wanted
    from users u join identity_providers p on p.issuer = u.issuer and ${isManaged},
      lateral (select case when ${factorNeeded(sql`u.id`)} then p.factor_group end as wanted) w
    where u.subject is not null and u.erased_at is null and ${whom} and u.directory_group is distinct from w.wanted
    order by u.id for update of u`.execute(tx)
  for (const { id, provider, was, wanted: wantedGroup, ...who } of rows) {
    const post = (command: 'joinGroup' | 'leaveGroup', group: string) => {
      const message = { subject: String(id), connection: connectionId(provider), content: { provider, who, group } }
      return enqueueOutboxMessage(tx, DIRECTORY_LINE, directoryMessages[command], message)
    }
    if (was !== null) await post('leaveGroup', was)
    if (wantedGroup !== null) await post('joinGroup', wantedGroup)
    await setDirectoryGroup(tx, sql<boolean>`id = ${id}`, wantedGroup)
  }
}
