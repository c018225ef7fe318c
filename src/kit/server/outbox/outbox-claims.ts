import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { OutboxMessage } from './message-type.ts'

/** A message whose process has shown no sign of life for this long is taken over. */
const CLAIM = '30 seconds'

const columns = sql`id, subject, connection, operation, content, attempts as attempt, posted_at as "postedAt"`
/** Due, in no process, and the first of its subject that is not delivered. */
const isNext = sql`o.state = 'WAITING' and o.next_at <= now() and (o.claimed_until is null or o.claimed_until < now())
  and not exists (select from outbox e where e.line = o.line and e.subject = o.subject and e.state = 'WAITING' and e.id < o.id)
  and not exists (select from outbox_paused p where p.connection = o.connection)`
/** Messages of a connection that some process is sending. */
const claimedCount = (connection: unknown) =>
  sql`(select count(*) from outbox b where b.connection = ${connection} and b.state = 'WAITING' and b.claimed_until is not null and b.claimed_until >= now())`

/**
 * The next message of a subject, now claimed; undefined when none is due that no process sends, or when `width` messages
 * of its connection are being sent.
 */
export async function claimOfSubject(
  db: Database,
  line: string,
  subject: string,
  widthOf: (connection: string) => number,
): Promise<OutboxMessage | undefined> {
  const { rows: connectionRows } = await sql<{ connection: string | null }>`
    select connection from outbox where line = ${line} and subject = ${subject} and state = 'WAITING' order by id limit 1`.execute(
    db,
  )
  const first = connectionRows[0]
  if (!first) return undefined
  const { connection } = first
  if (connection !== null) return (await claimOfConnection(db, line, connection, { subject, most: 1, widthOf }))[0]
  const { rows } = await sql<OutboxMessage>`
    update outbox set claimed_until = now() + ${CLAIM}::interval, attempts = attempts + 1
    where id = (select o.id from outbox o where o.line = ${line} and o.subject = ${subject} and ${isNext}
      order by o.id limit 1 for update skip locked)
    returning ${columns}`.execute(db)
  return rows[0]
}

/** The oldest messages of different subjects of a connection that are due, now claimed; those of one subject, where it is given. */
export async function claimOfConnection(
  db: Database,
  line: string,
  connection: string,
  { subject, most, widthOf }: { subject?: string; most: number; widthOf: (connection: string) => number },
): Promise<readonly OutboxMessage[]> {
  // An array, so that the rows are found and locked once.
  const { rows } = await sql<OutboxMessage>`
    update outbox set claimed_until = now() + ${CLAIM}::interval, attempts = attempts + 1
    where id = any(array(select o.id from outbox o
      where o.line = ${line} and o.connection = ${connection} and ${subject === undefined ? sql`true` : sql`o.subject = ${subject}`} and ${isNext}
      order by o.id limit greatest(0, least(${most}::bigint, ${widthOf(connection)}::bigint - ${claimedCount(connection)})) for update skip locked))
    returning ${columns}`.execute(db)
  return rows
}

/** Leaves a message to another process: it may be delivered once more. */
export async function releaseClaim(db: Database, { id, attempt }: OutboxMessage): Promise<void> {
  await sql`
    update outbox set claimed_until = null, attempts = attempts - 1
    where id = ${id} and state = 'WAITING' and attempts = ${attempt}`.execute(db)
}

/** Lets the message be sent again at once: what became of this attempt is not known. */
export async function endClaim(db: Database, { id, attempt }: OutboxMessage): Promise<void> {
  await sql`
    update outbox set claimed_until = null where id = ${id} and state = 'WAITING' and attempts = ${attempt}`.execute(db)
}

/** Shows that the process that sends a message is alive. */
export async function keepClaim(db: Database, { id, attempt }: OutboxMessage): Promise<void> {
  await sql`update outbox set claimed_until = now() + ${CLAIM}::interval where id = ${id} and attempts = ${attempt}`.execute(
    db,
  )
}
