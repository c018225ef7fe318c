import { sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'

/** A delivery that this process sends now. */
export type ClaimedDelivery = {
  readonly id: number
  readonly webhookId: string
  readonly messageId: string
  readonly event: string
  readonly body: string
  readonly attempts: number
  readonly url: string
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly expired: boolean
}

/** Concurrent requests to one webhook; one alone while it fails, and none besides one without a response. */
const AT_ONCE = 8
/** The same to one that responded within the last hour. */
const AT_ONCE_ANSWERING = 32
const CLAIM = '30 seconds'
const SLOW = '1 second'
/** A message is retried for this long after it was queued, or after its webhook was resumed. */
export const TRIED_FOR = '24 hours'

/**
 * Claims up to `most` due deliveries: of each subject only the oldest, so that messages about one subject arrive in
 * order, and of each webhook so few that an unresponsive endpoint holds up no other.
 */
export function claimDeliveries(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  most: number,
): Promise<ClaimedDelivery[]> {
  // The webhooks with waiting deliveries are found by one step of the index each, and what is before a delivery by a
  // subquery: as joins, the planner reads the whole queue for each row while it has no statistics of it.
  const claim = sql<ClaimedDelivery>`
    with recursive busy as (
      (select webhook_id from webhook_deliveries where state = 'WAITING' order by webhook_id limit 1)
      union all
      select (select n.webhook_id from webhook_deliveries n where n.state = 'WAITING' and n.webhook_id > b.webhook_id order by n.webhook_id limit 1)
      from busy b where b.webhook_id is not null),
    due as (
      select d.id from busy b join webhooks w on w.id = b.webhook_id cross join lateral (
        select d.id from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'WAITING' and d.next_at <= now() and (d.claimed_until is null or d.claimed_until < now())
          and coalesce((select false from webhook_deliveries e where e.webhook_id = d.webhook_id and e.subject = d.subject and e.state = 'WAITING' and e.id < d.id limit 1), true)
        order by d.id
        limit greatest(0, (
          select case when w.failures > 0 or coalesce(bool_or(c.claimed_until < now() + ${CLAIM}::interval - ${SLOW}::interval), false) then 1
              when w.last_success_at > now() - interval '1 hour' then ${AT_ONCE_ANSWERING} else ${AT_ONCE} end - count(*)
          from webhook_deliveries c where c.webhook_id = w.id and c.state = 'WAITING' and c.claimed_until >= now()))
        for update skip locked) d
      where w.state = 'ACTIVE' and w.next_at <= now()
      limit ${most}
    )
    update webhook_deliveries d set claimed_until = now() + ${CLAIM}::interval, attempts = d.attempts + 1
    from due, webhooks w where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id as "webhookId", d.message_id as "messageId", d.event, d.body, d.attempts, w.url || d.path as url, w.secret,
      case when w.previous_until > now() then w.previous_secret end as "previousSecret", greatest(d.created_at, w.resumed_at) < now() - ${TRIED_FOR}::interval as expired`
  return runPrepared(pool, claim.compile(db))
}
