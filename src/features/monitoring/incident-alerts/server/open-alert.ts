import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { AlertPriority } from '../contract.ts'
import { notifyNext } from './notify-on-call.ts'

/** What an alert is opened with. */
export type NewAlert = {
  readonly accountId: number
  readonly alias: string
  readonly message: string
  readonly description?: string | undefined
  readonly priority: AlertPriority
  readonly tags: readonly string[]
  readonly caseKey?: string
  readonly userId: number | null
}

/** Opens an alert and notifies the user on call; while one with its alias is open, counts it there. */
export async function openAlert(
  tx: Tx,
  portal: AppContext,
  newAlert: NewAlert,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into incident_alerts (account_id, alias, message, description, priority, tags, case_key, created_by)
    values (${newAlert.accountId}, ${newAlert.alias}, ${newAlert.message}, ${newAlert.description ?? ''}, ${newAlert.priority}, ${[...newAlert.tags]}::text[],
      ${newAlert.caseKey ?? null}, ${newAlert.userId})
    on conflict (account_id, alias) where state <> 'CLOSED' do update set occurrences = incident_alerts.occurrences + 1,
      last_occurred_at = now(), priority = least(incident_alerts.priority, excluded.priority), version = incident_alerts.version + 1
    returning id, occurrences = 1 as "isNew"`.execute(tx)
  const { id, isNew } = rows[0]!
  if (isNew) await notifyNext(tx, portal, id, Date.now())
  return { id, isNew }
}
