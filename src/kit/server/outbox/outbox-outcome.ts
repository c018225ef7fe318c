import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Tx } from '../database.ts'
import { IntegrationError } from '../vendor/vendor-error.ts'
import type { OutboxMessage } from './message-type.ts'
import { wakeQueue } from './outbox-message.ts'

/** What became of an attempt to deliver a message. */
export type Outcome =
  | { readonly state: 'DONE' }
  | { readonly state: 'WAITING' | 'FAILED'; readonly error: string; readonly waitMs: number }
export type DeliveredMessage = { readonly message: OutboxMessage; readonly outcome: Outcome }
export type SettledMessage = { readonly message: OutboxMessage; readonly state: Outcome['state'] }

/** After this many attempts, about half a day, a message needs a decision by a user. */
const MOST_TRIES = 16
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000
const UNTOLD = 'Something went wrong on our side. The log has the details.'

/** The outcome of an attempt that failed: another one later, or a dead letter. */
export function failedOutcome(failure: unknown, { attempt }: OutboxMessage): Outcome {
  const isKnown = failure instanceof IntegrationError
  const final = (isKnown && !failure.mayPass) || attempt >= MOST_TRIES
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 3 ** (attempt - 1)) * (0.9 + Math.random() / 5)
  const waitMs = Math.max(wait, (isKnown && failure.waitMs) || 0)
  return { state: final ? 'FAILED' : 'WAITING', error: isKnown ? failure.message : UNTOLD, waitMs }
}

/**
 * Records outcomes; returns those that count: of the others another process has taken the message over meanwhile.
 */
export async function recordOutcomes(
  tx: Tx,
  { line, log }: { line: string; log: Logger },
  deliveredMessages: readonly DeliveredMessage[],
): Promise<readonly SettledMessage[]> {
  const lines = deliveredMessages.map(({ message: { id, attempt }, outcome }) => ({
    id,
    attempt,
    error: null,
    waitMs: 0,
    ...outcome,
  }))
  const { rows } = await sql<{ id: number; nextAt: Date }>`
    update outbox o set state = r.state, error = r.error, claimed_until = null,
      next_at = now() + r."waitMs" / 1000 * interval '1 second', settled_at = case when r.state = 'WAITING' then null else now() end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(id bigint, attempt integer, state text, error text, "waitMs" float8)
    where o.id = r.id and o.state = 'WAITING' and o.attempts = r.attempt returning o.id, o.next_at as "nextAt"`.execute(
    tx,
  )
  const recordedMessages = deliveredMessages.filter(({ message }) => rows.some(({ id }) => id === message.id))
  for (const { message, outcome } of recordedMessages) {
    const { id, operation } = message
    if (outcome.state === 'FAILED')
      log.error({ line, message: id, operation, error: outcome.error }, 'an outbox message was dead-lettered')
    if (outcome.state === 'WAITING') await wakeQueue(tx, line, message, rows.find((row) => row.id === id)!.nextAt)
  }
  return recordedMessages.map(({ message, outcome }) => ({ message, state: outcome.state }))
}
