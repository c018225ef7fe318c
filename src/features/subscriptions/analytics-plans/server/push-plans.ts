import { sql } from 'kysely'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor, EventInput } from '#kit/server/events/event.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { actorOfRequest, type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import {
  type AnalyticsPlan,
  analyticsPlanProblems,
  analyticsPlanPushed,
  analyticsPushRequested,
  manageAnalyticsPlans,
  type pushAnalyticsPlan,
  readAnalyticsPlans,
  type syncAnalyticsPlan,
} from '../contract.ts'
import { enqueuePush, isConnected } from './analytics-connection.ts'
import { changesOfPlan } from './changes-of-plan.ts'
import { comparedPlan } from './compare-plans.ts'
import { currentPlan, storePlan } from './plan-store.ts'

/** Pushes the plan of one account, unless it is no longer the one that the user saw. */
export async function pushOne(call: CommandContext<typeof pushAnalyticsPlan>) {
  const comparedPlan = await lockedPlan(call)
  if (comparedPlan.plan !== call.body.plan)
    throwProblem(analyticsPlanProblems['analytics-plan-changed'], { account: comparedPlan.accountDisplayName })
  return respond(await push(call, comparedPlan))
}

/** Pushes the plan of one account where it differs. */
export async function syncOne(call: CommandContext<typeof syncAnalyticsPlan>) {
  const comparedPlan = await lockedPlan(call)
  return respond(comparedPlan.state === 'Synced' ? comparedPlan : await push(call, comparedPlan))
}

async function push(
  call: Pick<CommandContext<typeof syncAnalyticsPlan>, 'tx' | 'request' | 'record'>,
  before: AnalyticsPlan,
): Promise<AnalyticsPlan> {
  await pushPlan(call.tx, before, { by: actorOfRequest(call.request), record: call.record })
  return (await comparedPlan(call.tx, Number(before.accountId)))!
}

/** Pushes the plan of a locked subscription: it is stored, or enqueued for the connected system. */
export async function pushPlan(
  tx: Tx,
  before: AnalyticsPlan,
  { by, record }: { by: EventActor; record(kind: EventType, fact: EventInput): Promise<unknown> },
): Promise<void> {
  const account = Number(before.accountId)
  const fact = { account, subject: account, data: { changes: changesOfPlan(before) } }
  if (await isConnected(tx)) {
    if (await enqueuePush(tx, before, by)) await record(analyticsPushRequested, fact)
    return
  }
  await storePlan(tx, account, (await currentPlan(tx, account))!)
  await record(analyticsPlanPushed, fact)
}

/** The plan of the account in the address, locked against changes of its subscription. */
async function lockedPlan(
  call: Pick<CommandContext<typeof syncAnalyticsPlan>, 'tx' | 'session' | 'params'>,
): Promise<AnalyticsPlan> {
  const id = Number(call.params.accountId)
  const visible = visibleAccounts(call.session, readAnalyticsPlans)
  if (visible === 'all' || visible.includes(id)) {
    await lockSubscription(call.tx, id)
    const plan = await comparedPlan(call.tx, id)
    if (plan) {
      requirePermission(call, manageAnalyticsPlans, plan.account)
      return plan
    }
  }
  return throwProblem(analyticsPlanProblems['analytics-plan-account-not-found'])
}

/** Other commands on the subscription of an account wait until the transaction ends. */
export async function lockSubscription(tx: Tx, accountId: number): Promise<void> {
  await sql`select from subscriptions where account_id = ${accountId} for update`.execute(tx)
}
