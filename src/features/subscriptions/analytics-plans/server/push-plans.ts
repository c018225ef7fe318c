import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, type EventInput, recordEvent } from '#kit/server/events/event.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { addJob, type Task } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import {
  type AnalyticsPlan,
  analyticsPlanProblems,
  analyticsPlanPushed,
  analyticsSyncStarted,
  manageAnalyticsPlans,
  type pushAnalyticsPlan,
  readAnalyticsPlans,
  type syncAnalyticsPlan,
  type syncEveryAnalyticsPlan,
} from '../contract.ts'
import { comparedPlan, countDifferent, differentAccounts, storePushedPlan } from './compare-plans.ts'

const SYNC = 'subscriptions.sync-analytics-plans'

/** Pushes the plan of one account, unless it is no longer the one that the user saw. */
export async function pushOne(call: CommandContext<typeof pushAnalyticsPlan>) {
  const found = await lockedPlan(call)
  if (found.plan !== call.body.plan)
    throwProblem(analyticsPlanProblems['analytics-plan-changed'], { account: found.accountDisplayName })
  return respond(await push(call.tx, found, (fact) => call.record(analyticsPlanPushed, fact)))
}

/** Pushes the plan of one account where it differs. */
export async function syncOne(call: CommandContext<typeof syncAnalyticsPlan>) {
  const found = await lockedPlan(call)
  if (found.state === 'Synced') return respond(found)
  return respond(await push(call.tx, found, (fact) => call.record(analyticsPlanPushed, fact)))
}

/** Pushes the plans of all accounts that differ, in a job. */
export async function syncAll(call: CommandContext<typeof syncEveryAnalyticsPlan>) {
  const { tx } = call
  const accounts = await countDifferent(tx)
  if (accounts > 0) {
    await call.record(analyticsSyncStarted, { subject: 'all', data: { accounts } })
    await addJob(tx, SYNC, { by: actorOfRequest(call.request) }, { key: SYNC, queue: SYNC })
  }
  return respond({ accounts }, { status: 202 })
}

/** The job that pushes the plans that differ. It can be repeated: what was pushed no longer differs. */
export function syncTask({ db }: AppContext): Task {
  return {
    name: SYNC,
    async run(payload, stopping) {
      const { by } = payload as { by: EventActor }
      for (let after = 0; ; ) {
        const ids = await differentAccounts(db, { after, limit: 100 })
        for (const id of ids) {
          stopping?.throwIfAborted()
          await inTransaction(db, async (tx) => {
            await lockSubscription(tx, id)
            const found = await comparedPlan(tx, id)
            if (found?.state === 'Different')
              await push(tx, found, (fact) => recordEvent(tx, analyticsPlanPushed, by, fact))
          })
        }
        if (ids.length === 0) return
        after = ids.at(-1)!
      }
    },
  }
}

async function push(
  tx: Tx,
  before: AnalyticsPlan,
  record: (fact: EventInput) => Promise<unknown>,
): Promise<AnalyticsPlan> {
  const accountId = Number(before.accountId)
  await storePushedPlan(tx, accountId)
  const services = before.differences.map(({ service, portal, analytics }) => [service, [analytics, portal]])
  const plan = before.plan === before.analyticsPlan ? {} : { plan: [before.analyticsPlan, before.plan] }
  await record({
    account: accountId,
    subject: accountId,
    data: { changes: { ...plan, ...Object.fromEntries(services) } },
  })
  return (await comparedPlan(tx, accountId))!
}

/** The plan of the account in the address, locked against changes of its subscription. */
async function lockedPlan(
  call: Pick<CommandContext<typeof syncAnalyticsPlan>, 'tx' | 'session' | 'params'>,
): Promise<AnalyticsPlan> {
  const id = Number(call.params.accountId)
  const visible = visibleAccounts(call.session, readAnalyticsPlans)
  if (visible === 'all' || visible.includes(id)) {
    await lockSubscription(call.tx, id)
    const found = await comparedPlan(call.tx, id)
    if (found) {
      requirePermission(call, manageAnalyticsPlans, found.account)
      return found
    }
  }
  return throwProblem(analyticsPlanProblems['analytics-plan-account-not-found'])
}

async function lockSubscription(tx: Tx, accountId: number): Promise<void> {
  await sql`select from subscriptions where account_id = ${accountId} for update`.execute(tx)
}
