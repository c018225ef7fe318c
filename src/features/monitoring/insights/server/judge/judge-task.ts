import { sql } from 'kysely'
import { recordFailure } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deleteOldBlocks } from '../query/heat-blocks.ts'
import { judgeDeployments, type OnFailure } from './judge-deployments.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import { reopenExpired } from './reopen-expired.ts'

const MINUTE = 60_000
/** Deployments that are evaluated together, and their series: the samples of the last hour are in memory. */
const TOGETHER = 20
const MOST_SERIES = 10_000

type CountedDeployment = JudgedDeployment & { readonly series: number }
/** Points of cards are kept a little longer than the day that they show. */
const KEPT_MINUTES = 25 * 60

/** Evaluates the insights of all deployments that have sent samples, each minute. */
export function judgeTask(portal: AppContext): Task {
  const { db } = portal
  return taskOf(defineJob('insights.judge'), {
    cron: '* * * * *',
    run: async (_, stopping) => {
      // A little after the minute: its samples have then arrived.
      const now = Math.floor(Date.now() / MINUTE) * MINUTE
      const onFailure: OnFailure = (deployment, failure) => recordFailure(portal, 'insights', deployment, failure)
      await judgeAll(db, { now, onFailure, stopping })
      await sql`delete from insight_points where starts_minute < ${Math.floor(now / MINUTE) - KEPT_MINUTES}`.execute(db)
      await deleteOldBlocks(db)
    },
  })
}

/** Evaluates all monitored deployments at a time, or those of an account, until it is stopped. */
export async function judgeAll(
  db: Database,
  {
    account,
    stopping,
    ...given
  }: { now: number; onFailure: OnFailure; account?: string; stopping?: AbortSignal | undefined },
): Promise<void> {
  await reopenExpired(db, new Date(given.now))
  for (const deployments of batches(await judgedDeployments(db, account))) {
    if (stopping?.aborted) return
    await judgeDeployments(db, deployments, given)
  }
}

/** Evaluates the deployments of an account at a time; a failure is thrown. */
export function judgeAccount(db: Database, account: string, now: number): Promise<void> {
  return judgeAll(db, {
    account,
    now,
    onFailure(_, failure) {
      throw failure
    },
  })
}

/** Batches of deployments in order, none with more series than are read at once. */
function batches(deployments: readonly CountedDeployment[]): JudgedDeployment[][] {
  const groups: JudgedDeployment[][] = []
  let seriesLeft = 0
  for (const one of deployments) {
    const batch = groups.at(-1)
    if (batch && batch.length < TOGETHER && one.series <= seriesLeft) batch.push(one)
    else {
      groups.push([one])
      seriesLeft = MOST_SERIES
    }
    seriesLeft -= one.series
  }
  return groups
}

async function judgedDeployments(db: Database, account?: string): Promise<CountedDeployment[]> {
  const { rows } = await sql<CountedDeployment>`
    select d.id, d.name, d.account_id as "accountId", t.newest_ms as newest,
      (select count(*) from (select from metric_series s where s.deployment_id = d.id limit ${MOST_SERIES}) counted) as series
    from metric_totals t join deployments d on d.id = t.deployment_id join accounts a on a.id = d.account_id and a.deleted_at is null
    where d.enable_monitoring and ${account === undefined ? sql`true` : sql`a.name = ${account}`} order by d.id`.execute(
    db,
  )
  return rows
}
