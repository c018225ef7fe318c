import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Task } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deleteOldBlocks } from '../query/heat-blocks.ts'
import { judgeDeployments } from './judge-deployments.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import { reopenExpired } from './reopen-expired.ts'

const MINUTE = 60_000
/** Deployments that are evaluated together: their samples of the last hour are in memory. */
const TOGETHER = 20
/** Points of cards are kept a little longer than the day that they show. */
const KEPT_MINUTES = 25 * 60

/** Evaluates the insights of all deployments that have sent samples, each minute. */
export function judgeTask({ db, log }: AppContext): Task {
  return {
    name: 'insights.judge',
    cron: '* * * * *',
    run: async (_, stopping) => {
      // A little after the minute: its samples have then arrived.
      const now = Math.floor(Date.now() / MINUTE) * MINUTE
      await reopenExpired(db, new Date())
      for (const deployments of batches(await judgedDeployments(db))) {
        if (stopping?.aborted) return
        await judgeDeployments(db, deployments, {
          now,
          onFailure: ({ name }, failure) =>
            log.warn({ err: failure, deployment: name }, 'the insights of a deployment were not evaluated'),
        })
      }
      await sql`delete from insight_points where starts_minute < ${Math.floor(now / MINUTE) - KEPT_MINUTES}`.execute(db)
      await deleteOldBlocks(db)
    },
  }
}

/** Evaluates the deployments of an account at a time. */
export async function judgeAccount(db: Database, account: string, now: number): Promise<void> {
  await reopenExpired(db, new Date(now))
  const onFailure = (_: unknown, failure: unknown) => {
    throw failure
  }
  for (const deployments of batches(await judgedDeployments(db, account)))
    await judgeDeployments(db, deployments, { now, onFailure })
}

function batches(deployments: readonly JudgedDeployment[]): JudgedDeployment[][] {
  return Array.from({ length: Math.ceil(deployments.length / TOGETHER) }, (_, index) =>
    deployments.slice(index * TOGETHER, (index + 1) * TOGETHER),
  )
}

async function judgedDeployments(db: Database, account?: string): Promise<JudgedDeployment[]> {
  const { rows } = await sql<JudgedDeployment>`
    select d.id, d.name, d.account_id as "accountId", t.newest_ms as newest
    from metric_totals t join deployments d on d.id = t.deployment_id join accounts a on a.id = d.account_id and a.deleted_at is null
    where d.enable_monitoring and ${account === undefined ? sql`true` : sql`a.name = ${account}`} order by d.id`.execute(
    db,
  )
  return rows
}
