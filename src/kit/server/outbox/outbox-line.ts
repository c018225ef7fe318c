import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import type { Task } from '../jobs.ts'
import type { Portal } from '../portal.ts'
import { VendorError } from '../vendor/vendor-error.ts'
import { type Letter, wakeLine } from './letter.ts'

/** Where letters of one kind go. */
export type OutboxLine = {
  readonly name: string
  /**
   * Tells the outside system. It may run again after a crash, so it asks first what is done already. A `VendorError`
   * that cannot pass is final; whatever else fails is tried again.
   */
  deliver(letter: Letter): Promise<void>
  /** What follows, in the transaction that notes how it went. */
  settled(tx: Tx, letter: Letter, state: 'WAITING' | 'DONE' | 'FAILED'): Promise<void>
}

type Outcome =
  | { readonly state: 'DONE' }
  | { readonly state: 'WAITING' | 'FAILED'; readonly error: string; readonly waitMs: number }

/** After so many tries, about half a day, a letter is left to people. */
const MOST_TRIES = 16
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000
/** A letter whose process has not said for so long that it is at it is taken over. */
const CLAIM = '30 seconds'
const BEAT_MS = 10_000
const KEPT = '30 days'
const UNTOLD = 'Something went wrong on our side. The log has the details.'

/**
 * The tasks that deliver the letters of a line: a subject's one after the other, each at least once. What fails is tried
 * again after 10 s, 30 s, 90 s … an hour, with the letters behind it waiting; what is refused for good is set aside.
 */
export function outboxTasks({ db, log }: Pick<Portal, 'db' | 'log'>, line: OutboxLine): Task[] {
  return [
    {
      name: `outbox.${line.name}`,
      calls: line.name,
      async run(payload) {
        const { subject } = payload as { subject: string }
        for (;;) {
          const letter = await claim(subject)
          if (!letter) return
          const outcome = await attempt(letter)
          await db.transaction().execute((tx) => note(tx, letter, outcome))
          if (outcome.state === 'WAITING') return
        }
      },
    },
    { name: `outbox.${line.name}.sweep`, cron: '* * * * *', run: sweep },
  ]

  /** The subject's next letter, now ours; undefined when there is none, it is not due, or another process is at it. */
  async function claim(subject: string): Promise<Letter | undefined> {
    const { rows } = await sql<Letter>`
      update outbox set claimed_until = now() + ${CLAIM}::interval, attempts = attempts + 1
      where id = (select id from outbox where line = ${line.name} and subject = ${subject} and state = 'WAITING' order by id limit 1 for update)
        and state = 'WAITING' and next_at <= now() and (claimed_until is null or claimed_until < now())
      returning id, subject, verb, content, attempts as attempt, posted_at as "postedAt"`.execute(db)
    return rows[0]
  }

  async function attempt(letter: Letter): Promise<Outcome> {
    const beat = setInterval(() => void keep(letter).catch(() => undefined), BEAT_MS)
    try {
      await line.deliver(letter)
      return { state: 'DONE' }
    } catch (failure) {
      const known = failure instanceof VendorError
      if (!known) log.error({ err: failure, line: line.name, verb: letter.verb }, 'a letter was not delivered')
      const final = (known && !failure.mayPass) || letter.attempt >= MOST_TRIES
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 3 ** (letter.attempt - 1)) * (0.9 + Math.random() / 5)
      const waitMs = Math.max(wait, (known && failure.waitMs) || 0)
      return { state: final ? 'FAILED' : 'WAITING', error: known ? failure.message : UNTOLD, waitMs }
    } finally {
      clearInterval(beat)
    }
  }

  async function keep({ id, attempt: ours }: Letter): Promise<void> {
    await sql`update outbox set claimed_until = now() + ${CLAIM}::interval where id = ${id} and attempts = ${ours}`.execute(
      db,
    )
  }

  /** Notes how it went, unless another process has taken the letter over meanwhile. */
  async function note(tx: Tx, letter: Letter, outcome: Outcome): Promise<void> {
    const { state } = outcome
    const { error, waitMs } = state === 'DONE' ? { error: null, waitMs: 0 } : outcome
    const { rows } = await sql<{ nextAt: Date }>`
      update outbox set state = ${state}, error = ${error}, claimed_until = null,
        next_at = now() + ${waitMs / 1000} * interval '1 second', settled_at = case when ${state} = 'WAITING' then null else now() end
      where id = ${letter.id} and state = 'WAITING' and attempts = ${letter.attempt} returning next_at as "nextAt"`.execute(
      tx,
    )
    if (!rows[0]) return
    if (state === 'FAILED')
      log.error({ line: line.name, letter: letter.id, verb: letter.verb, error }, 'a letter was set aside')
    await line.settled(tx, letter, state)
    if (state === 'WAITING') await wakeLine(tx, line.name, letter.subject, rows[0].nextAt)
  }

  /** Wakes what a crash left behind, and throws away what is long over. */
  async function sweep(): Promise<void> {
    const { rows } = await sql<{ subject: string }>`
      select distinct subject from outbox where line = ${line.name} and state = 'WAITING' and next_at < now() - interval '10 seconds'
        and (claimed_until is null or claimed_until < now())`.execute(db)
    for (const { subject } of rows) await wakeLine(db, line.name, subject)
    await sql`delete from outbox where line = ${line.name} and state in ('DONE', 'DROPPED') and settled_at < now() - ${KEPT}::interval`.execute(
      db,
    )
  }
}
