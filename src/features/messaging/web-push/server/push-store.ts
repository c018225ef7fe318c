import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { pushProblems } from '../contract.ts'

const MOST = 20

/** A browser that gets notifications. */
export type PushSubscription = {
  readonly id: number
  readonly endpoint: string
  readonly publicKey: string
  readonly authSecret: string
}

/** Stores the subscription of a browser; a browser that another user used before is now this user's. */
export async function addSubscription(
  tx: Tx,
  userId: number,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  await sql`select from users where id = ${userId} for update`.execute(tx)
  await sql`
    insert into push_subscriptions (user_id, endpoint, public_key, auth_secret) values (${userId}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
    on conflict (endpoint) do update set user_id = excluded.user_id, public_key = excluded.public_key, auth_secret = excluded.auth_secret`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from push_subscriptions where user_id = ${userId}`.execute(tx)
  if (rows[0]!.count > MOST) throwProblem(pushProblems['push-limit-reached'], { most: MOST })
}

/** Removes the subscription of a user's browser. */
export async function removeSubscription(tx: Tx, userId: number, endpoint: string): Promise<void> {
  const { rows } = await sql`
    delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint} returning id`.execute(tx)
  if (rows.length === 0) throwProblem(pushProblems['push-subscription-not-found'])
}

/** Removes the subscriptions of a user. */
export async function removeUserFromPush(tx: Tx, userId: number): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${userId}`.execute(tx)
}

/** The subscription, if the browser still has it. */
export async function findSubscription(db: Database, id: number): Promise<PushSubscription | undefined> {
  const { rows } = await sql<PushSubscription>`
    select id, endpoint, public_key as "publicKey", auth_secret as "authSecret" from push_subscriptions where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Forgets a subscription that its push service no longer knows. */
export async function dropSubscription(db: Database, id: number): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`.execute(db)
}
