import { sql } from 'kysely'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { defineNotification } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { alertEscalated, readAlerts } from '../contract.ts'
import { alertPath } from '../paths.ts'
import { notifiedInOrder, onCallAt } from './on-call.ts'

/** To the next user on call. */
const alertAssigned = defineNotification('alert.assigned', {
  group: notificationsOf.alerts,
  title: '[{priority}] {account}: {message}',
  text: '{message}\n\n{description}',
  open: 'Open the {what}',
  urgent: true,
  readable: [readAlerts],
})

type DueAlert = {
  readonly id: number
  readonly accountId: number
  readonly account: string
  readonly message: string
  readonly description: string
  readonly priority: string
  readonly caseKey: string | null
  readonly level: number
}

/**
 * Notifies the next user of an open alert, in the transaction that stores that they were: each user gets one notification. Sets
 * when the user after them is notified; with nobody left it stays with those who were.
 */
export async function notifyNext(tx: Tx, portal: AppContext, id: number, now: number): Promise<void> {
  const { rows } = await sql<DueAlert>`
    select i.id, i.account_id as "accountId", a.name as account, i.message, i.description, i.priority, i.case_key as "caseKey", i.level
    from incident_alerts i join accounts a on a.id = i.account_id where i.id = ${id} and i.state = 'OPEN' for update of i`.execute(
    tx,
  )
  const [alert] = rows
  if (!alert) return
  const onCall = await onCallAt(tx, now)
  const { rows: notifiedUsers } = await sql<{ id: string }>`
    select user_id::text as id from incident_alert_notices where alert_id = ${id}`.execute(tx)
  const remainingUsers = notifiedInOrder(onCall).filter((user) => !notifiedUsers.some((one) => one.id === user.id))
  const [user] = remainingUsers
  const level = alert.level + 1
  const next = remainingUsers.length > 1 ? new Date(now + onCall.escalateMinutes * 60_000) : null
  await sql`
    update incident_alerts set level = ${user ? level : alert.level}, next_notice_at = ${next}, version = version + 1 where id = ${id}`.execute(
    tx,
  )
  if (!user) return
  await sql`insert into incident_alert_notices (alert_id, user_id, level) values (${id}, ${user.id}::bigint, ${level})`.execute(
    tx,
  )
  const { priority, account, accountId, message, description } = alert
  await portal.notifier.notify(tx, alertAssigned, {
    to: [{ userId: Number(user.id) }],
    values: { priority, account, message, description, what: alert.caseKey ? 'case' : 'alert' },
    link: linkOf(alert),
    key: `alert-${id}`,
    thread: `alert-${id}`,
    readable: { permission: readAlerts, accountId },
  })
  if (level > 1)
    await recordEvent(tx, alertEscalated, noUser, {
      account: alert.accountId,
      subject: id,
      data: { what: alert.message, level, user: user.fullName },
    })
}

function linkOf({ id, account, accountId, caseKey }: DueAlert): string {
  return caseKey ? casePath({ account, accountId, key: caseKey }) : alertPath({ alertId: id })
}

/** Notifies the next users of alerts that nobody acknowledged in time, each alert in a transaction of its own. */
export async function escalateAlerts(portal: AppContext, now: number, stopping?: AbortSignal): Promise<void> {
  for (const id of await dueAlerts(portal.db, now)) {
    if (stopping?.aborted) return
    await inTransaction(portal.db, async (tx) => {
      const { rows } = await sql`
          select from incident_alerts where id = ${id} and next_notice_at <= ${new Date(now)} for update skip locked`.execute(
        tx,
      )
      if (rows.length > 0) await notifyNext(tx, portal, id, now)
    }).catch((flaw: unknown) => portal.http.log.error({ flaw, alert: id }, 'an alert was not escalated'))
  }
}

async function dueAlerts(db: Database, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from incident_alerts where next_notice_at <= ${new Date(now)} and state = 'OPEN' order by next_notice_at, id limit 500`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
