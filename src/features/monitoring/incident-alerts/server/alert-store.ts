import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { type Alert, type AlertDetail, alertProblems, readAlerts } from '../contract.ts'

/** Alerts `i` with their account `a`. */
export const alerts = sql`incident_alerts i join accounts a on a.id = i.account_id and a.deleted_at is null`

const time = (column: string) => sql.raw(isoJson(column))
const user = (column: string) =>
  sql`(select json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name) from users u where u.id = ${sql.ref(column)})`
const doneIn = (what: 'acknowledged' | 'closed') =>
  sql`case when ${sql.ref(`i.${what}_in`)} is not null then json_build_object('system', ${sql.ref(`i.${what}_in`)}, 'user', ${sql.ref(`i.${what}_name`)}) end`
const json = sql<Alert>`json_build_object('id', i.id::text, 'account', a.name, 'accountName', a.display_name, 'alias', i.alias, 'message', i.message,
  'description', i.description, 'priority', i.priority, 'tags', i.tags, 'caseKey', i.case_key, 'state', i.state, 'occurrences', i.occurrences,
  'createdBy', ${user('i.created_by')}, 'created', ${time('i.created_at')}, 'lastOccurred', ${time('i.last_occurred_at')},
  'acknowledgedBy', ${user('i.acknowledged_by')}, 'acknowledged', ${time('i.acknowledged_at')}, 'acknowledgedIn', ${doneIn('acknowledged')},
  'closedBy', ${user('i.closed_by')}, 'closed', ${time('i.closed_at')}, 'closedIn', ${doneIn('closed')},
  'notified', coalesce((select json_agg(json_build_object('user', ${user('n.user_id')}, 'at', ${time('n.notified_at')}) order by n.level)
    from incident_alert_notices n where n.alert_id = i.id), '[]'),
  'nextNotice', ${time('i.next_notice_at')}, 'version', i.version)`

/** The alerts that the session may see. */
export function visibleAlerts(session: Session): RawBuilder<unknown> {
  return visibleIn(session, readAlerts, 'i.account_id')
}

/** The alerts that meet a condition. */
export async function findAlerts(db: Database | Tx, where: RawBuilder<unknown>, rest = sql``): Promise<Alert[]> {
  const { rows } = await sql<{ row: Alert }>`${alertsWhere(where)} ${rest}`.execute(db)
  return rows.map(({ row }) => row)
}

/** Selects the alerts that meet a condition, without an order. */
export function alertsWhere(where: RawBuilder<unknown>): RawBuilder<{ row: Alert }> {
  return sql<{ row: Alert }>`select ${json} as row from ${alerts} where ${where}`
}

/** An alert with what the connected alerting system has of it, else 404. */
export async function alertDetail(db: Database, session: Session, id: string): Promise<AlertDetail> {
  const [alert] = await findAlerts(db, sql`i.id = ${id}::bigint and ${visibleAlerts(session)}`)
  if (!alert) throwProblem(alertProblems['alert-not-found'])
  const { rows } = await sql<NonNullable<AlertDetail['outside']>>`
    select c.system, m.state, m.error from connections c cross join lateral (
      select case when bool_or(o.state = 'FAILED') then 'FAILED' when bool_or(o.state = 'WAITING') then 'WAITING' else 'SENT' end as state,
        (array_agg(o.error order by o.id) filter (where o.error is not null and o.state in ('FAILED', 'WAITING')))[1] as error
      from outbox o where o.connection = c.id and o.subject = c.id || ' ' || ${alert.id} having count(*) > 0) m
    where c.id = ${`opsgenie:${alert.account}`}`.execute(db)
  return { ...alert, outside: rows[0] ?? null }
}

/** An alert as commands read it. */
export type StoredAlert = {
  readonly id: number
  readonly accountId: number
  readonly message: string
  readonly state: Alert['state']
  readonly level: number
  readonly version: number
}

/** The alert, locked, that the session may see, else 404. */
export async function lockedAlert(tx: Tx, session: Session, id: string): Promise<StoredAlert> {
  const { rows } = await sql<StoredAlert>`
    select i.id, i.account_id as "accountId", i.message, i.state, i.level, i.version from ${alerts}
    where i.id = ${id}::bigint and ${visibleAlerts(session)} for update of i`.execute(tx)
  return rows[0] ?? throwProblem(alertProblems['alert-not-found'])
}
