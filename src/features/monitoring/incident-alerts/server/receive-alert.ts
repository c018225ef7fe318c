import { sql } from 'kysely'
import type { ReceivedEvent } from '#features/platform/connections/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { alertAcknowledged, alertClosed } from '../contract.ts'
import { acknowledgeRow, closeRow } from './alert-states.ts'
import { alerts, type StoredAlert } from './alert-store.ts'
import type { Alerting } from './alerting.ts'
import { idInAlias } from './sent-alert.ts'

type From = { readonly connection: string; readonly system: string; readonly alerting: Alerting }

/** Applies what a user did with an alert in the connected system; what the alert has already changes nothing. */
export async function receiveAlert(
  { db }: AppContext,
  { connection, system, alerting }: From,
  { content }: ReceivedEvent,
): Promise<void> {
  const hook = alerting.read(content)
  const account = connection.slice(connection.indexOf(':') + 1)
  const id = hook && idInAlias(hook.alias, account)
  if (!hook || !id) return
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<Pick<StoredAlert, 'id' | 'accountId' | 'message' | 'state'>>`
      select i.id, i.account_id as "accountId", i.message, i.state from ${alerts}
      where i.id = ${id}::bigint and a.name = ${account} for update of i`.execute(tx)
    const [alert] = rows
    if (!alert || alert.state === 'CLOSED') return
    if (hook.action === 'acknowledge' && alert.state !== 'OPEN') return
    const user = hook.user?.slice(0, 200) ?? null
    const actor = await eventActor(tx, user, system)
    const by = { userId: actor.userId ?? null, outside: { system, user } }
    const isClosed = hook.action === 'close'
    await (isClosed ? closeRow : acknowledgeRow)(tx, alert.id, by)
    await recordEvent(tx, isClosed ? alertClosed : alertAcknowledged, actor, {
      account: alert.accountId,
      subject: alert.id,
      data: { what: alert.message, from: system },
    })
  })
}

/** The vendor's user with that address, else the name that the other system sent. */
async function eventActor(tx: Tx, user: string | null, system: string): Promise<EventActor> {
  const { rows } = await sql<{ userId: number; userName: string }>`
    select u.id as "userId", u.full_name as "userName" from users u where lower(u.email) = lower(${user}) and u.state = 'active'
      and exists (select from role_grants g where g.user_id = u.id and g.account_id is null)`.execute(tx)
  return rows[0] ?? { userName: user ?? system }
}
