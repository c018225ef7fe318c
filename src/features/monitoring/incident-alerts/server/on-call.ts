import { sql } from 'kysely'
import type { UserRef } from '#features/accounts/accounts/contract.ts'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { OnCall } from '../contract.ts'

const WEEK = 7 * 86_400_000

/** The rotation of an installation that has none yet. */
const none = { timeZone: 'UTC', weekday: 1, time: '09:00', escalateMinutes: 10, version: 0 }

type StoredOnCall = Omit<OnCall, 'now' | 'until' | 'next' | 'shifts'> & { readonly beganAt: string | null }

/** Reads the rotation with who is on call at an instant. */
export async function onCallAt(db: Database | Tx, at: number): Promise<OnCall> {
  const { beganAt, ...rotation } = await storedRotation(db, at)
  return { ...rotation, ...shiftAt(rotation, beganAt, at), shifts: shiftsFrom(rotation, beganAt, at) }
}

async function storedRotation(db: Database | Tx, at: number): Promise<StoredOnCall> {
  const { rows } = await sql<{
    users: UserRef[]
    overrides: OnCall['overrides']
    rotation: Omit<StoredOnCall, 'users' | 'overrides'> | null
  }>`
    select coalesce((select json_agg(${userJson} order by o.position) from on_call_users o join users u on u.id = o.user_id and u.state = 'active'), '[]') as users,
      coalesce((select json_agg(json_build_object('user', ${userJson}, 'from', ${sql.raw(isoJson('o.from_at'))}, 'to', ${sql.raw(isoJson('o.to_at'))}) order by o.from_at, o.id)
        from on_call_overrides o join users u on u.id = o.user_id and u.state = 'active' where o.to_at > ${new Date(at)}), '[]') as overrides,
      (select json_build_object('timeZone', time_zone, 'weekday', weekday, 'time', to_char(hand_over_time, 'HH24:MI'),
        'escalateMinutes', escalate_minutes, 'beganAt', to_char(began_at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'version', version) from on_call_rotation) as rotation`.execute(
    db,
  )
  const { users, overrides, rotation } = rows[0]!
  return { ...(rotation ?? { ...none, beganAt: null }), users, overrides }
}

const userJson = sql`json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name)`

/** Active users of the vendor. */
export async function onCallUsers(db: Database): Promise<UserRef[]> {
  const { rows } = await sql<{ user: UserRef }>`
    select ${userJson} as user from users u where u.state = 'active'
      and exists (select from role_grants g where g.user_id = u.id and g.account_id is null) order by u.full_name, u.id limit 2000`.execute(
    db,
  )
  return rows.map(({ user }) => user)
}

type Shift = Pick<OnCall, 'now' | 'until' | 'next'>

/** Who is on call at an instant: an override, the one that began last, before the user whose week it is. */
function shiftAt(
  { users, overrides, timeZone }: Omit<StoredOnCall, 'beganAt'>,
  beganAt: string | null,
  at: number,
): Shift {
  const covering = overrides.filter(({ from, to }) => Date.parse(from) <= at && Date.parse(to) > at).at(-1)
  const week = beganAt === null ? null : Math.floor((wallTimeOf(at, timeZone) - Date.parse(`${beganAt}Z`)) / WEEK)
  const turn = (ahead: number) =>
    week === null || users.length === 0 ? null : users[modulo(week + ahead, users.length)]!
  const handOver = week === null ? null : momentOf(Date.parse(`${beganAt}Z`) + (week + 1) * WEEK, timeZone)
  if (covering) return { now: covering.user, until: covering.to, next: turn(0) }
  const coming = overrides.find(
    ({ from }) => Date.parse(from) > at && (handOver === null || Date.parse(from) < handOver),
  )
  if (coming) return { now: turn(0), until: coming.from, next: coming.user }
  const until = handOver === null || users.length === 0 ? null : new Date(handOver).toISOString()
  return { now: turn(0), until, next: turn(1) }
}

/** The shifts of four weeks, one after the other. */
function shiftsFrom(rotation: Omit<StoredOnCall, 'beganAt'>, beganAt: string | null, at: number): OnCall['shifts'] {
  const end = at + 4 * WEEK
  const shifts: OnCall['shifts'] = []
  for (let from = at; from < end; ) {
    const { now: user, until } = shiftAt(rotation, beganAt, from)
    const to = Math.min(until === null ? end : Date.parse(until), end)
    const override = rotation.overrides.some((one) => Date.parse(one.from) <= from && Date.parse(one.to) > from)
    shifts.push({ user, from: new Date(from).toISOString(), to: new Date(to).toISOString(), override })
    from = to
  }
  return shifts
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** The users who are notified of an alert, in order: who is on call, then the rotation from the next turn on. */
export function notifiedInOrder({ now, next, users }: OnCall): UserRef[] {
  const from = Math.max(
    users.findIndex(({ id }) => id === (now?.id ?? next?.id)),
    0,
  )
  const inTurn = [...users.slice(from), ...users.slice(0, from)]
  const order = [...(now ? [now] : []), ...(next ? [next] : []), ...inTurn]
  return order.filter(({ id }, index) => order.findIndex((one) => one.id === id) === index)
}

/** The clock time of the newest hand-over that is not after an instant: the week that it begins is under way. */
export function handOverBefore(
  { timeZone, weekday, time }: Pick<OnCall, 'timeZone' | 'weekday' | 'time'>,
  at: number,
): string {
  const wall = wallTimeOf(at, timeZone)
  const midnight = wall - (wall % 86_400_000)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = ((new Date(midnight).getUTCDay() + 6) % 7) + 1
  const candidate = midnight - ((today - weekday + 7) % 7) * 86_400_000 + (hours * 60 + minutes) * 60_000
  return new Date(candidate <= wall ? candidate : candidate - WEEK).toISOString().slice(0, 19)
}
