import { sql } from 'kysely'
import * as z from 'zod/mini'
import { FacetValue } from '#features/accounts/accounts/contract.ts'
import { type Adapter, enqueueNewestMessage } from '#features/platform/connections/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { ActorShape } from '#kit/server/events/actor-shape.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { OutboxMessage } from '#kit/server/outbox/message-type.ts'
import { defineMessages, readMessage } from '#kit/server/outbox/message-type.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type AnalyticsPlan, analyticsPlanPushed } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import type { AnalyticsPlanSystem, AnalyticsPlans } from './analytics-system.ts'
import { changesOfPlan } from './changes-of-plan.ts'
import { currentPlan, storePlan, storeReadPlans } from './plan-store.ts'

const PORT = 'plans'
export const CONNECTION = `${PORT}:shared`
/** The subject of the messages that are about all accounts. */
export const ALL = 'all'

const messages = defineMessages({
  /** `held`: what the analytics system is to have. */
  put: {
    held: z.strictObject({
      account: z.string(),
      plan: z.nullable(z.string()),
      services: z.record(z.string(), FacetValue),
    }),
    changes: analyticsPlanPushed.data.changes,
    by: ActorShape,
  },
  read: {},
})

/** An analytics system as a connection of all accounts: its messages put plans, and read what it has. */
export function analyticsPlansAdapter({ open, ...system }: AnalyticsPlanSystem): Adapter {
  return {
    ...system,
    port: PORT,
    shared: true,
    describe: ({ operation, subject }) =>
      fillText(operation === 'put' ? pageTexts.operation.put : pageTexts.operation.read, { account: subject }),
    open(connection) {
      const plans = open(connection)
      return { test: () => plans.check(), deliver: (message) => deliver(connection.portal.db, plans, message) }
    },
    settled: async (_portal, tx, message) => recordPush(tx, message),
  }
}

async function deliver(db: Database, plans: AnalyticsPlans, outboxMessage: OutboxMessage): Promise<void> {
  const message = readMessage(outboxMessage, messages)
  if (message.operation === 'put') return plans.put(message.content.held)
  const read = await plans.read()
  await inTransaction(db, (tx) => storeReadPlans(tx, read))
}

/** A plan that arrived is stored as what the analytics system has, with the result of its message. */
async function recordPush(tx: Tx, outboxMessage: OutboxMessage): Promise<void> {
  const message = readMessage(outboxMessage, messages)
  const row = await tx.selectFrom('outbox').select('state').where('id', '=', message.id).executeTakeFirst()
  if (row?.state !== 'DONE' || message.operation !== 'put') return
  const { held: heldPlan, changes, by } = message.content
  const account = Number(message.subject)
  if (await storePlan(tx, account, heldPlan))
    await recordEvent(tx, analyticsPlanPushed, by, { account, subject: account, data: { changes } })
}

/** Whether an analytics system is connected; without one the portal keeps what was last pushed. */
export async function isConnected(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql`select from connections where id = ${CONNECTION}`.execute(db)
  return rows.length > 0
}

/** Has the plan of an account put, with what it has now, unless that waits already. Returns whether it was enqueued. */
export async function enqueuePush(tx: Tx, before: AnalyticsPlan, by: EventActor): Promise<boolean> {
  const id = Number(before.accountId)
  const heldPlan = (await currentPlan(tx, id))!
  const { rows } = await sql`
    select from outbox where connection = ${CONNECTION} and subject = ${`${CONNECTION} ${id}`} and state = 'WAITING'
      and content -> 'held' = ${JSON.stringify(heldPlan)}::jsonb`.execute(tx)
  if (rows.length > 0) return false
  const content = { held: heldPlan, changes: changesOfPlan(before), by }
  await enqueueNewestMessage(tx, CONNECTION, messages.put, { subject: String(id), content, ...postedBy(by) })
  return true
}

/** Has the plans of all accounts read. */
export async function enqueueRead(tx: Tx, by: EventActor): Promise<void> {
  await enqueueNewestMessage(tx, CONNECTION, messages.read, { subject: ALL, content: {}, ...postedBy(by) })
}

function postedBy({ userName }: EventActor) {
  return userName === null ? {} : { postedBy: userName }
}
