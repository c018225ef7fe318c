import { type RawBuilder, sql } from 'kysely'
import type { DeliveryFigure } from '../../contract.ts'
import { COPIES } from './compose-copies.ts'

/** The outbox message of the digest that has the inbox row `i`, by its key. */
const digestIs = (state: string) => sql`(i.digest_id is not null and exists (select from mail_outbox m
  where m.key = 'digest ' || i.user_id || ' ' || i.digest_id and m.state = ${state}))`
/** A copy that was not sent yet. Copies that were sent are deleted one day; those that failed are marked in the row. */
const copyWaits = sql`exists (select from mail_batches b join mail_outbox m on m.batch_id = b.id
  where b.composer = ${COPIES} and b.source_id = i.announcement_id and b.part = i.occurrence and m.state = 'WAITING' and m.user_id = i.user_id)`

/** What became of the mail copy of the inbox row `i`: WAITING, SENT, FAILED, or null without one. */
export const mailState: RawBuilder<'WAITING' | 'SENT' | 'FAILED' | null> = sql`case
  when not i.mailed or ${digestIs('DROPPED')} then null
  when i.mail_failed or ${digestIs('FAILED')} then 'FAILED'
  when i.digest_at is not null or ${digestIs('WAITING')} or ${copyWaits} then 'WAITING'
  else 'SENT' end`

/** Whether the inbox row `i` counts for a figure. */
export function hasFigure(figure: DeliveryFigure): RawBuilder<boolean> {
  return figures[figure]
}

const figures: Readonly<Record<DeliveryFigure, RawBuilder<boolean>>> = {
  addressed: sql`true`,
  delivered: sql`true`,
  seen: sql`i.seen_at is not null`,
  acknowledged: sql`i.acknowledged_at is not null`,
  mailed: sql`${mailState} = 'SENT'`,
  muted: sql`i.muted`,
  failed: sql`${mailState} = 'FAILED'`,
}
