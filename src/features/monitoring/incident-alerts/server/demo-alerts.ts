import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** A weekly rotation of users of the NOC and the TAC with an override, and alerts of the demo outages. */
export async function makeDemoAlerts(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.state = 'active' and exists (select from role_grants g where g.user_id = u.id and g.account_id is null
      and g.role in ('HARMONIC_NOC', 'HARMONIC_TAC_MANAGER')) order by u.id limit 4`.execute(tx)
  const users = rows.map(({ id }) => id)
  if (users.length === 0) return
  await sql`
    insert into on_call_rotation (time_zone, weekday, hand_over_time, escalate_minutes, began_at)
    values ('Europe/Berlin', 1, '09:00', 10, date_trunc('week', now() at time zone 'Europe/Berlin') + interval '9 hours')`.execute(
    tx,
  )
  await sql`
    insert into on_call_users (position, user_id) select place, u.id from unnest(${users}::bigint[]) with ordinality as u(id, place)`.execute(
    tx,
  )
  await sql`
    insert into on_call_overrides (user_id, from_at, to_at)
    values (${users.at(-1)!}, date_trunc('hour', now()) + interval '2 days', date_trunc('hour', now()) + interval '3 days')`.execute(
    tx,
  )
  // Outages that are open have an open alert, the newest one acknowledged; the last ended ones a closed alert.
  await sql`
    with found as (
      select c.account_id, c.key, c.subject, c.priority, c.is_open, row_number() over (partition by c.is_open order by c.id desc) as place
      from cases c where c.type = 'OUTAGE' and not c.internal),
    made as (
      insert into incident_alerts (account_id, alias, message, priority, tags, case_key, state, occurrences, created_at, last_occurred_at,
        acknowledged_by, acknowledged_at, closed_by, closed_at, level)
      select account_id, 'case ' || key, left(key || ' ' || subject, 130),
        case priority when 'CRITICAL' then 'P1' when 'HIGH' then 'P2' when 'MEDIUM' then 'P3' else 'P4' end, '{outage}', key,
        case when not is_open then 'CLOSED' when place = 1 then 'ACKNOWLEDGED' else 'OPEN' end, place,
        now() - place * case when is_open then interval '40 minutes' else interval '3 days' end,
        now() - place * case when is_open then interval '20 minutes' else interval '70 hours' end,
        case when not is_open or place = 1 then ${users[0]!}::bigint end,
        case when not is_open then now() - place * interval '71 hours' when place = 1 then now() - interval '33 minutes' end,
        case when not is_open then ${users[0]!}::bigint end, case when not is_open then now() - place * interval '69 hours' end, 1
      from found where place <= 3 returning id, created_at)
    insert into incident_alert_notices (alert_id, user_id, level, notified_at) select id, ${users[0]!}::bigint, 1, created_at from made`.execute(
    tx,
  )
}
