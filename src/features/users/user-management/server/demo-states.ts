import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** States of the demo's generated users, by their position in the order of addresses; the others are active. */
const states = [
  { every: 41, at: 3, state: 'suspended', before: null, days: 20 },
  { every: 37, at: 5, state: 'provisioned', before: null, days: null },
  { every: 53, at: 7, state: 'lockedOut', before: 'active', days: 1 },
  { every: 61, at: 11, state: 'recovery', before: null, days: 6 },
  // By the usual rule candidates have not signed in for 365 days; the active ones become candidates in the next run.
  { every: 43, at: 19, state: 'active', before: null, days: 381 },
  { every: 29, at: 13, state: 'candidateForDeletion', before: 'active', days: 398 },
  { every: 71, at: 17, state: 'approvedForDeletion', before: 'active', days: 412 },
] as const

/** Named users were created two years ago and signed in today. */
export async function dateNamedUsers(tx: Tx): Promise<void> {
  await sql`
    update users set created_at = now() - (600 + (hashtext(email) & 255)) * interval '1 day',
      last_login_at = now() - (20 + (hashtext(email) & 511)) * interval '1 minute'
    where exists (select 1 from user_passwords p where p.user_id = users.id)`.execute(tx)
}

/** Gives the demo's generated users various states and tools. */
export async function makeDemoStates(tx: Tx): Promise<void> {
  const placedUsers = sql`
    select u.id, row_number() over (order by u.email) as place from users u
    where not exists (select 1 from user_passwords p where p.user_id = u.id) and not u.is_vendor`
  for (const { every, at, state, before, days } of states)
    await sql`
      update users set state = ${state}, state_before = ${before}, last_login_at = now() - make_interval(days => ${days}::int),
        created_at = now() - make_interval(days => ${days === null ? 2 : days + 400}::int),
        candidate_since = case when ${state === 'candidateForDeletion' || state === 'approvedForDeletion'} then now() - interval '9 days' end
      from (${placedUsers}) p where p.id = users.id and p.place % ${every}::int = ${at}`.execute(tx)
  await sql`update users set plugins_off = '{slack}' from (${placedUsers}) p where p.id = users.id and p.place % 3 = 1`.execute(
    tx,
  )
  await sql`update users set plugins_off = '{confluence,slack}' from (${placedUsers}) p where p.id = users.id and p.place % 5 = 2`.execute(
    tx,
  )
}
