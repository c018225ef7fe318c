import { sql } from 'kysely'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import type { markSeen } from '../../contract.ts'

/** Records when items of the caller's inbox were shown first, in one statement; nothing changes the second time. */
export async function recordSeen({ tx, session, body }: CommandContext<typeof markSeen>): Promise<{ seen: number }> {
  const { numAffectedRows } = await sql`
    update announcement_inbox set seen_at = now()
    where user_id = ${session.userId} and id = any(${body.ids}::bigint[]) and seen_at is null`.execute(tx)
  return { seen: Number(numAffectedRows ?? 0) }
}
