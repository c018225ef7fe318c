import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { encryptPush } from './encrypt-push.ts'
import { pushSetting } from './push-setting.ts'
import { dropSubscription, findSubscription, type PushSubscription } from './push-store.ts'
import { vapidKeys } from './vapid.ts'

const SEND = defineJob('web-push.send', {
  subscription: z.number(),
  message: z.strictObject({ title: z.string(), text: z.string(), link: z.string() }),
  key: z.string(),
})
/** A push service keeps a notification for a browser that is off for this long. */
const KEPT_SECONDS = 24 * 60 * 60
const ATTEMPTS = 12
/** Other jobs run first. */
const BULK = 10

/** What a browser shows, and where it leads. */
export type PushMessage = { readonly title: string; readonly text: string; readonly link: string }

/** A notification for one user; `key` names what it is about. */
export type QueuedPush = {
  readonly userId: number
  readonly message: PushMessage
  readonly key: string
  /** Not before this time. */
  readonly sendAt?: Date | undefined
}

/** Sends a notification to every browser of each user, from the queue. */
export async function queuePushes(tx: Tx, pushes: readonly QueuedPush[]): Promise<void> {
  if (pushes.length === 0) return
  await sql`
    select graphile_worker.add_job(${SEND.name}, payload => json_build_object('subscription', s.id, 'message', g.message, 'key', g.key),
      run_at => g.send_at, max_attempts => ${ATTEMPTS}::int, priority => ${BULK}::int)
    from unnest(${pushes.map(({ userId }) => userId)}::bigint[], ${pushes.map(({ message }) => JSON.stringify(message))}::json[],
      ${pushes.map(({ key }) => key)}::text[], ${pushes.map(({ sendAt }) => sendAt ?? null)}::timestamptz[]) as g(user_id, message, key, send_at)
      join push_subscriptions s on s.user_id = g.user_id`.execute(tx)
}

/** Cancels the notifications with the key, of all users or of one, that were not sent. */
export async function dropPushes(tx: Tx, key: string, userId?: number): Promise<void> {
  const whose =
    userId === undefined
      ? sql`true`
      : sql`(j.payload ->> 'subscription')::bigint in (select id from push_subscriptions where user_id = ${userId})`
  await sql`
    select graphile_worker.complete_jobs(array(select j.id from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = ${SEND.name}
      where j.payload ->> 'key' = ${key} and j.locked_at is null and ${whose}))`.execute(tx)
}

/** The job that sends one notification. */
export function pushTask(portal: AppContext): Task {
  const encrypt = encryptorFor(portal.config)
  return taskOf(SEND, {
    calls: 'web-push',
    async run({ subscription, message }) {
      if (portal.settings.valueOf(pushSetting) !== 'on') return
      const pushSubscription = await findSubscription(portal.db, subscription)
      if (!pushSubscription) return
      const keys = await vapidKeys(portal.db, encrypt)
      const contact = portal.publicUrl()
      const status = await send(portal, pushSubscription, {
        message,
        authorization: await keys.authorization(
          pushSubscription.endpoint,
          contact.startsWith('https:') ? contact : 'https://localhost',
        ),
      })
      if (status === 404 || status === 410) return dropSubscription(portal.db, pushSubscription.id)
      if (status === 429 || status >= 500) throw new Error(`the push service responded with status ${status}`)
      if (status >= 300) portal.log.warn({ status, subscription }, 'a push service rejected a notification')
    },
  })
}

async function send(
  { config }: AppContext,
  { endpoint, publicKey, authSecret }: PushSubscription,
  { message, authorization }: { message: PushMessage; authorization: string },
): Promise<number> {
  const body = encryptPush(Buffer.from(JSON.stringify(message)), {
    publicKey: Buffer.from(publicKey, 'base64url'),
    authSecret: Buffer.from(authSecret, 'base64url'),
  })
  const headers = {
    authorization,
    ttl: String(KEPT_SECONDS),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
  }
  return (await outboundFetch(config.privateHosts)(endpoint, { method: 'POST', headers, body })).status
}
