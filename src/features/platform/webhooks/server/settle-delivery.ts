import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { addJob } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { writeTogether } from '#kit/server/write-together.ts'
import { type ClaimedDelivery, TRIED_FOR } from './claim-deliveries.ts'
import { pauseFailing } from './pause-failing.ts'
import { DELIVER } from './queue-delivery.ts'

/** The outcome of one try: `status` where the endpoint responded, `error` where it failed. */
export type DeliveryOutcome = { readonly status: number | null; readonly error: string | null; readonly ms: number }

const FIRST_WAIT_S = 5
const LONGEST_WAIT_S = 3600
const GONE = 410

/**
 * Records outcomes of deliveries, and the time of an endpoint's next try. There are hundreds a second: successes are
 * written together, failures each in a transaction of their own.
 */
export function deliverySettler(
  portal: AppContext,
): (delivery: ClaimedDelivery, outcome: DeliveryOutcome) => Promise<void> {
  const noteDelivered = writeTogether<SuccessfulDelivery>((items) => storeSuccess(portal.db, items))
  return (delivery, outcome) => {
    const { id, webhookId } = delivery
    const { status, error, ms } = outcome
    if (error === null) return noteDelivered({ id, webhookId, status, ms })
    return inTransaction(portal.db, (tx) => storeFailure(portal, tx, delivery, outcome))
  }
}

type SuccessfulDelivery = Pick<ClaimedDelivery, 'id' | 'webhookId'> & Pick<DeliveryOutcome, 'status' | 'ms'>

async function storeSuccess(db: Database, items: readonly SuccessfulDelivery[]): Promise<void> {
  const webhooks = [...new Set(items.map(({ webhookId }) => webhookId))]
  // Most deliveries do not write the row of the webhook: it is written once a minute, and when it recovers.
  await sql`
    with settled as (
      update webhook_deliveries d set state = 'DELIVERED', claimed_until = null, status = s.status, error = null, duration_ms = s.ms, settled_at = now()
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as s(id bigint, status integer, ms integer) where d.id = s.id)
    update webhooks set failures = 0, failing_since = null, last_error = null, next_at = now(), last_success_at = now()
    where id in (select id from webhooks where id = any(${webhooks}::uuid[])
      and (failures > 0 or failing_since is not null or last_error is not null or last_success_at is null or last_success_at < now() - interval '1 minute') order by id for no key update)`.execute(
    db,
  )
}

/** A rejected message waits alone, with those about the same subject; a failing endpoint pauses as a whole. */
async function storeFailure(
  portal: AppContext,
  tx: Tx,
  delivery: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { id, webhookId, expired: isExpired, attempts } = delivery
  const { status, error, ms } = outcome
  const isRejected =
    status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429 && status !== GONE
  const wait = waitSeconds(attempts)
  await sql`
    update webhook_deliveries set state = ${isExpired ? 'FAILED' : 'WAITING'}, claimed_until = null, status = ${status}, error = ${error}, duration_ms = ${ms},
      next_at = now() + make_interval(secs => ${wait}), settled_at = ${isExpired ? sql`now()` : null} where id = ${id}`.execute(
    tx,
  )
  const { rows } = await sql<{ pause: boolean }>`
    update webhooks set last_error = ${error}, failing_since = coalesce(failing_since, now())
      ${isRejected ? sql`` : sql`, failures = failures + 1, next_at = now() + make_interval(secs => ${wait})`}
    where id = ${webhookId} and state = 'ACTIVE'
    returning ${status === GONE} or failing_since < now() - ${TRIED_FOR}::interval as pause`.execute(tx)
  if (rows[0]?.pause) await pauseFailing(portal, tx, webhookId)
  else await addJob(tx, DELIVER, {}, { key: `${DELIVER.name} ${webhookId}`, runAt: new Date(Date.now() + wait * 1000) })
}

function waitSeconds(attempts: number): number {
  return Math.min(FIRST_WAIT_S * 3 ** (attempts - 1), LONGEST_WAIT_S) * (0.8 + Math.random() * 0.4)
}
