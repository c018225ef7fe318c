import { sql } from 'kysely'
import { networkOf } from '#kit/server/client-address.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'

/** Ten wrong guesses lock a user for a quarter of an hour; a hundred lock a network address. */
export const USER_LIMIT = 10
export const ADDRESS_LIMIT = 100
const FREE_TRIES = 5
const span = '15 minutes'
const CODE = 'code:'

/** Why an attempt is rejected unchecked, and for how many seconds; undefined when it is allowed. */
export type ThrottleReason = { readonly why: 'wait' | 'locked' | 'address'; readonly seconds: number }

/**
 * Counts an attempt for this e-mail address (known or not, the same) from this network address, or returns why none is
 * allowed now. An attempt counts as wrong until `resetFailedAttempts` or `returnGuess` takes it back. Shared by all
 * nodes; concurrent attempts are serialised.
 */
export async function consumeSignInAttempt(
  db: Database,
  email: string,
  from: string,
): Promise<ThrottleReason | undefined> {
  const address = networkOf(from)
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 11))`.execute(tx)
    return (await blockOf(tx, email, address)) ?? (await countGuess(tx, email, address))
  })
}

/**
 * The key under which codes of a user's second factor are counted: apart from passwords, so that a right password
 * resets nothing.
 */
export function codeKey(email: string): string {
  return `${CODE}${email}`
}

/** After a right guess: the user's count starts again, and the network address gets its one attempt back, no more. */
export async function resetFailedAttempts(db: Tx | Database, email: string, address: string): Promise<void> {
  await sql`delete from sign_in_throttle where kind = 'user' and key = ${email}`.execute(db)
  await returnAddressGuess(db, address)
}

/** The password was right and a second factor is due: this one attempt is given back, those before it still count. */
export async function returnGuess(db: Tx | Database, email: string, address: string): Promise<void> {
  await sql`update sign_in_throttle set failures = greatest(failures - 1, 0), wait_until = null
    where kind = 'user' and key = ${email}`.execute(db)
  await returnAddressGuess(db, address)
}

async function returnAddressGuess(db: Tx | Database, address: string): Promise<void> {
  await sql`update sign_in_throttle set failures = failures - 1 where kind = 'address' and key = ${networkOf(address)} and failures > 0`.execute(
    db,
  )
}

/** Deletes the counts of wrong guesses at an address, of passwords and of resets. */
export async function forgetAttempts(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_throttle')
    .where('key', 'in', [email, `reset:${email}`])
    .execute()
}

/** The number of the user's consecutive wrong guesses. */
export async function failedAttempts(db: Database, email: string): Promise<number> {
  const row = await db
    .selectFrom('sign_in_throttle')
    .select('failures')
    .where('kind', '=', 'user')
    .where('key', '=', email)
    .executeTakeFirst()
  return row?.failures ?? 0
}

async function blockOf(tx: Tx, email: string, address: string): Promise<ThrottleReason | undefined> {
  const other = email.startsWith(CODE) ? email.slice(CODE.length) : codeKey(email)
  const { rows } = await sql<{ kind: string; key: string; failures: number; wait: number; left: number }>`
    select kind, key, failures, coalesce(extract(epoch from wait_until - now()), 0)::float8 as wait,
      extract(epoch from since + ${span}::interval - now())::float8 as left
    from sign_in_throttle where (kind = 'user' and key in (${email}, ${other})) or (kind = 'address' and key = ${address})`.execute(
    tx,
  )
  for (const { kind, key, failures, wait, left: secondsLeft } of rows) {
    if (kind === 'address' && failures >= ADDRESS_LIMIT && secondsLeft > 0)
      return { why: 'address', seconds: Math.ceil(secondsLeft) }
    // A user locked by passwords is locked for codes as well, and vice versa; the shorter waits are counted separately.
    const isLocked = failures >= USER_LIMIT
    if (kind === 'user' && wait > 0 && (isLocked || key === email))
      return { why: isLocked ? 'locked' : 'wait', seconds: Math.ceil(wait) }
  }
  return undefined
}

/** Counts an attempt; from the fifth on each doubles the wait. Attempts older than the window are forgotten. */
async function countGuess(tx: Tx, email: string, address: string): Promise<undefined> {
  const guessCount = sql`(case when g.since < now() - ${span}::interval then 1 else g.failures + 1 end)`
  await sql`
    with of_user as (
      insert into sign_in_throttle as g (kind, key, failures) values ('user', ${email}, 1)
      on conflict (kind, key) do update set since = now(), failures = ${guessCount}, wait_until = now() + case
        when ${guessCount} >= ${USER_LIMIT} then ${span}::interval
        when ${guessCount} >= ${FREE_TRIES} then make_interval(secs => power(2, ${guessCount} - ${FREE_TRIES}::int)) end
      returning 'address' as next
    )
    insert into sign_in_throttle as g (kind, key, failures) select next, ${address}, 1 from of_user
    on conflict (kind, key) do update set failures = ${guessCount},
      since = case when g.since < now() - ${span}::interval then now() else g.since end`.execute(tx)
}
