import { connectionsChanged } from '#features/platform/connections/contract.ts'
import { ActorShape } from '#kit/server/events/actor-shape.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { respond } from '#kit/server/handler-response.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { analyticsSyncStarted, type syncEveryAnalyticsPlan } from '../contract.ts'
import { CONNECTION } from './analytics-connection.ts'
import { comparedPlan, countDifferent, differentAccounts } from './compare-plans.ts'
import { lockSubscription, pushPlan } from './push-plans.ts'

const SYNC = defineJob('subscriptions.sync-analytics-plans', { by: ActorShape })

/** Pushes the plans of all accounts that differ, in a job. */
export async function syncAll(call: CommandContext<typeof syncEveryAnalyticsPlan>) {
  const { tx } = call
  const accounts = await countDifferent(tx)
  if (accounts > 0) {
    await call.record(analyticsSyncStarted, { subject: 'all', data: { accounts } })
    await addJob(tx, SYNC, { by: actorOfRequest(call.request) }, { key: SYNC.name, queue: SYNC.name })
  }
  return respond({ accounts }, { status: 202 })
}

/** The job that pushes the plans that differ. It can be repeated: what was pushed no longer differs, or waits already. */
export function syncTask({ db, live }: AppContext): Task {
  return taskOf(SYNC, {
    async run({ by }, stopping) {
      for (let after = 0; ; ) {
        const ids = await differentAccounts(db, { after, limit: 100 })
        for (const id of ids) {
          stopping?.throwIfAborted()
          await inTransaction(db, async (tx) => {
            await lockSubscription(tx, id)
            const plan = await comparedPlan(tx, id)
            if (plan?.state === 'Different')
              await pushPlan(tx, plan, { by, record: (kind, fact) => recordEvent(tx, kind, by, fact) })
          })
        }
        if (ids.length === 0) break
        after = ids.at(-1)!
      }
      // Open pages show the result.
      await live.publish(db, { topic: connectionsChanged, body: { id: CONNECTION } })
    },
  })
}
