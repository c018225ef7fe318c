import { sql } from 'kysely'
import { isTimeZone } from '#features/accounts/accounts/contract.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { onCallChanged, type saveOnCall } from '../contract.ts'
import { handOverBefore, onCallAt } from './on-call.ts'

/** Replaces the rotation. While users and hand-over stay as they are, the week of each user stays too. */
export async function saveRotation(call: CommandContext<typeof saveOnCall>) {
  const { tx, body } = call
  await sql`lock table on_call_rotation in share row exclusive mode`.execute(tx)
  const now = Date.now()
  const before = await onCallAt(tx, now)
  requireVersion(call, before.version)
  const { timeZone, weekday, time, escalateMinutes, users, overrides } = body
  if (!isTimeZone(timeZone)) throwFieldProblem('timeZone', 'must be a time zone, such as Europe/Berlin')
  if (overrides.some(({ from, to }) => Date.parse(to) <= Date.parse(from)))
    throwFieldProblem('overrides', 'must end after they begin')
  const userIds = [...new Set([...users, ...overrides.map(({ userId }) => userId)])]
  const { rows } = await sql`
    select from users u where u.id = any(${userIds}::bigint[]) and u.state = 'active'
      and exists (select from role_grants g where g.user_id = u.id and g.account_id is null)`.execute(tx)
  if (rows.length < userIds.length || new Set(users).size < users.length)
    throwFieldProblem('users', 'must be active users of the vendor, each once')
  const same = (['timeZone', 'weekday', 'time'] as const).every((field) => before[field] === body[field])
  const keeps = same && before.version > 0 && before.users.map(({ id }) => id).join() === users.join()
  const beganAt = handOverBefore(body, now)
  await sql`
    insert into on_call_rotation (time_zone, weekday, hand_over_time, escalate_minutes, began_at)
    values (${timeZone}, ${weekday}, ${time}::time, ${escalateMinutes}, ${beganAt}::timestamp)
    on conflict (id) do update set time_zone = excluded.time_zone, weekday = excluded.weekday, hand_over_time = excluded.hand_over_time,
      escalate_minutes = excluded.escalate_minutes, began_at = ${keeps ? sql`on_call_rotation.began_at` : sql`excluded.began_at`},
      version = on_call_rotation.version + 1, updated_at = now()`.execute(tx)
  await sql`delete from on_call_users`.execute(tx)
  await sql`
    insert into on_call_users (position, user_id) select place, u.id from unnest(${users}::bigint[]) with ordinality as u(id, place)`.execute(
    tx,
  )
  await sql`delete from on_call_overrides`.execute(tx)
  await sql`
    insert into on_call_overrides (user_id, from_at, to_at) select * from unnest(${overrides.map(({ userId }) => userId)}::bigint[],
      ${overrides.map(({ from }) => from)}::timestamptz[], ${overrides.map(({ to }) => to)}::timestamptz[])`.execute(tx)
  const after = await onCallAt(tx, now)
  await call.record(onCallChanged, {
    subject: 'rotation',
    data: { what: after.now?.fullName ?? '–', users, overrides: overrides.length },
  })
  return respond(after, { etag: etagOf(after.version) })
}
