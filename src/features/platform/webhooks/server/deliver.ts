import { setTimeout as sleep } from 'node:timers/promises'
import { type Encryptor, encryptorFor } from '#kit/server/encryption.ts'
import { addJob, type Task, taskOf } from '#kit/server/job.ts'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts'
import { DELIVER } from './queue-delivery.ts'
import { type DeliveryOutcome, deliverySettler } from './settle-delivery.ts'
import { signatureHeaders } from './webhook-signature.ts'
import { secretPurpose } from './webhook-store.ts'

/** Concurrent requests from one process, without those that wait long for their response. */
const IN_FLIGHT = 128
/** From then on a request counts among the waiting ones, of which there may be many: they only hold a socket. */
const SLOW_MS = 1_000
const MOST_SLOW = 2_000
const LOOK_AGAIN_MS = 250
/** After a response the next deliveries are claimed together with those of the responses that follow at once. */
const TOGETHER_MS = 5
/** A run claims nothing after this long, so that a stopping process does not wait for the whole queue. */
const LONGEST_RUN_MS = 5_000
const TIMEOUT_MS = 10_000
const LARGEST_RESPONSE = 64 * 1024

/** Sends pending deliveries until none is due. Run again after a crash, it sends those not recorded as delivered. */
export function deliveryTask(portal: AppContext): Task {
  const encrypt = encryptorFor(portal.config)
  const settle = deliverySettler(portal)
  /** The requests of all runs, with the time at which each began. */
  const inFlight = new Map<Promise<void>, number>()
  const quick = () => {
    const since = performance.now() - SLOW_MS
    return [...inFlight].flatMap(([sending, began]) => (began > since ? [sending] : []))
  }
  const free = () => (inFlight.size < MOST_SLOW ? IN_FLIGHT - quick().length : 0)
  return taskOf(DELIVER, {
    calls: 'webhooks',
    cron: '* * * * *',
    atStart: true,
    async run() {
      const until = Date.now() + LONGEST_RUN_MS
      for (;;) {
        const over = Date.now() > until
        const slots = over ? 0 : free()
        const claimedDeliveries = slots > 0 ? await claimDeliveries(portal, slots) : []
        for (const delivery of claimedDeliveries) {
          const sending = deliver(delivery).finally(() => inFlight.delete(sending))
          inFlight.set(sending, performance.now())
        }
        // Requests that wait long do not keep a run from ending: they are recorded when they end.
        if (inFlight.size === 0 || (over && quick().length === 0)) {
          if (over) await addJob(portal.db, DELIVER, {}, { key: DELIVER.name })
          return
        }
        await Promise.race([...inFlight.keys(), sleep(LOOK_AGAIN_MS)])
        await sleep(TOGETHER_MS)
      }
    },
  })

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const outcome = await send(portal, encrypt, delivery)
    try {
      await settle(delivery, outcome)
    } catch (failure) {
      // The claim expires, and the delivery is sent again with the same message id.
      portal.log.error({ err: failure, delivery: delivery.id }, 'the outcome of a webhook delivery was not noted')
    }
  }
}

async function send({ config }: AppContext, encrypt: Encryptor, delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
  const { messageId: id, url, body, webhookId } = delivery
  const began = performance.now()
  const passedMs = () => Math.round(performance.now() - began)
  try {
    const secrets = [delivery.secret, ...(delivery.previousSecret ? [delivery.previousSecret] : [])]
    const signedHeaders = signatureHeaders(
      { id, at: Date.now(), body },
      secrets.map((secret) => encrypt.open(secret, secretPurpose(webhookId))),
    )
    const request = outboundFetch(config.privateHosts, { timeoutMs: TIMEOUT_MS, largest: LARGEST_RESPONSE })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Headend-Webhooks/1', ...signedHeaders }
    const { status, ok } = await request(url, { method: 'POST', headers, body })
    return { status, error: ok ? null : `it responded with status ${status}`, ms: passedMs() }
  } catch (failure) {
    const error = failure instanceof OutboundRequestBlocked ? failure.message : 'it cannot be reached'
    return { status: null, error, ms: passedMs() }
  }
}
