import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { MOST_ATTENDEES } from '../contract.ts'
import type { EventRow } from './event-row.ts'

/**
 * Stores who gets the invitation: users and addresses by name, the users of a side of the account. Responses that were
 * given are kept. A user of another account is an outside address.
 */
export async function saveAttendees(
  tx: Tx,
  event: { readonly id: number; readonly accountId: number | null },
  invitees: EventRow['invited'],
): Promise<void> {
  const namesOf = (kind: string) => invitees.filter((one) => one.kind === kind).map(({ name }) => name)
  const [users, addresses, sides] = [namesOf('USER'), namesOf('ADDRESS'), namesOf('SIDE')]
  if (!addresses.every(isAddress)) throwFieldProblem('attendees', 'must be addresses such as name@example.com')
  if (!sides.every((side) => side === 'VENDOR' || side === 'CUSTOMER'))
    throwFieldProblem('attendees', 'of a side must be VENDOR or CUSTOMER')
  const { rows } = await sql<{ email: string; userId: number | null; side: string; isWanted: boolean }>`
    with person as (
      select u.id, lower(u.email) as email, case
        when exists (select from role_grants g where g.user_id = u.id and g.account_id is null) then 'VENDOR'
        when exists (select from role_grants g where g.user_id = u.id and g.account_id = ${event.accountId}::bigint) then 'CUSTOMER' end as side
      from users u where u.state = 'active' and (lower(u.email) = any(${[...users, ...addresses].map((one) => one.toLowerCase())}::text[])
        or ${sides.includes('CUSTOMER')} and u.id in (select user_id from role_grants where account_id = ${event.accountId}::bigint)
        or ${sides.includes('VENDOR')} and u.id = (select csm_id from accounts where id = ${event.accountId}::bigint)))
    select email, id as "userId", side, true as "isWanted" from person where side is not null
    union all select distinct address, null::bigint, 'OUTSIDE', true from unnest(${addresses.map((one) => one.toLowerCase())}::text[]) address
      where not exists (select from person where person.email = address and side is not null)`.execute(tx)
  const knownEmails = new Set(rows.map(({ email }) => email))
  const missing = users.find((one) => !knownEmails.has(one.toLowerCase()))
  if (missing !== undefined) throwFieldProblem('attendees', `has no user of the vendor or the account named ${missing}`)
  if (rows.length > MOST_ATTENDEES)
    throwFieldProblem('attendees', `must be at most ${MOST_ATTENDEES} users or addresses`)
  await sql`delete from calendar_attendees where event_id = ${event.id} and email <> all(${[...knownEmails]}::text[])`.execute(
    tx,
  )
  await sql`
    insert into calendar_attendees (event_id, email, user_id, side)
    select ${event.id}, p.* from unnest(${rows.map(({ email }) => email)}::text[], ${rows.map(({ userId }) => userId)}::bigint[],
      ${rows.map(({ side }) => side)}::text[]) p on conflict (event_id, email) do update set user_id = excluded.user_id, side = excluded.side`.execute(
    tx,
  )
}

function isAddress(text: string): boolean {
  const [name, domain, ...more] = text.split('@')
  return Boolean(name) && more.length === 0 && domain?.split('.').every(Boolean) === true && domain.includes('.')
}
