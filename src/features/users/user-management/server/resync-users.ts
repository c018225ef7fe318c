import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { DIRECTORY_LINE, enqueueDirectoryMessage } from './update-directory.ts'

/**
 * Has users of a provider reread: in their turn, after the pending messages about them to their directory. A user with
 * a pending read is left out, unless their name is to be read as well.
 */
export async function resyncUsers(
  tx: Tx,
  provider: string,
  { subjects, profile = false }: { subjects: readonly string[]; profile?: boolean },
): Promise<void> {
  if (subjects.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join identity_providers p on p.issuer = u.issuer
    where p.id = ${provider} and u.subject = any(${subjects}::text[]) and (${profile} or not exists (select 1 from outbox o
      where o.line = ${DIRECTORY_LINE} and o.subject = u.id::text and o.operation = 'read' and o.state = 'WAITING')) order by u.id`.execute(
    tx,
  )
  for (const { id } of rows) {
    const user = await userWhere(tx, sql`u.id = ${id}`)
    if (user) await enqueueDirectoryMessage(tx, user, 'read', { profile })
  }
}
