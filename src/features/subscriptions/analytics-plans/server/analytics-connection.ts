import { sql } from 'kysely'
import { type Adapter, enqueueNewestMessage } from '#features/platform/connections/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { OutboxMessage } from '#kit/server/outbox/outbox-message.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type AnalyticsPlan, analyticsPlanPushed } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import type { AnalyticsPlanSystem, AnalyticsPlans, HeldPlan } from './analytics-system.ts'
import { changesOfPlan } from './changes-of-plan.ts'
import { currentPlan, storePlan, storeReadPlans } from './plan-store.ts'

const PORT = 'plans'
export const CONNECTION = `${PORT}:shared`
/** The subject of the messages that are about all accounts. */
export const ALL = 'all'

type PushContent = { readonly held: HeldPlan; readonly changes: object; readonly by: EventActor }

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

async function deliver(db: Database, plans: AnalyticsPlans, { operation, content }: OutboxMessage): Promise<void> {
  if (operation === 'put') return plans.put((content as PushContent).held)
  const read = await plans.read()
  await inTransaction(db, (tx) => storeReadPlans(tx, read))
}

/** A plan that arrived is stored as what the analytics system has, with the result of its message. */
async function recordPush(tx: Tx, { id, operation, subject, content }: OutboxMessage): Promise<void> {
  const row = await tx.selectFrom('outbox').select('state').where('id', '=', id).executeTakeFirst()
  if (row?.state !== 'DONE' || operation !== 'put') return
  const { held, changes, by } = content as PushContent
  const account = Number(subject)
  if (await storePlan(tx, account, held))
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
  const held = (await currentPlan(tx, id))!
  const { rows } = await sql`
    select from outbox where connection = ${CONNECTION} and subject = ${`${CONNECTION} ${id}`} and state = 'WAITING'
      and content -> 'held' = ${JSON.stringify(held)}::jsonb`.execute(tx)
  if (rows.length > 0) return false
  const content: PushContent = { held, changes: changesOfPlan(before), by }
  await enqueueNewestMessage(tx, CONNECTION, { subject: String(id), operation: 'put', content, ...postedBy(by) })
  return true
}

/** Has the plans of all accounts read. */
export async function enqueueRead(tx: Tx, by: EventActor): Promise<void> {
  await enqueueNewestMessage(tx, CONNECTION, { subject: ALL, operation: 'read', content: {}, ...postedBy(by) })
}

function postedBy({ userName }: EventActor) {
  return userName === null ? {} : { postedBy: userName }
}
