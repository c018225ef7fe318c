import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { collectInventory } from './inventory/collect-inventory.ts'
import { judgeWatermarks } from './judge-watermarks.ts'
import { publishStates } from './publish-states.ts'
import { readFigures } from './read-figures.ts'

/** What is read from the metrics of all deployments again and again. */
export function analyticsTasks(portal: AppContext): Task[] {
  return [
    taskOf(defineJob('analytics.figures'), { cron: '* * * * *', atStart: true, run: () => readAndPublish(portal) }),
    taskOf(defineJob('analytics.watermarks'), {
      cron: '7 * * * *',
      atStart: true,
      run: () => judgeWatermarks(portal, Date.now()),
    }),
    taskOf(defineJob('analytics.inventory'), {
      cron: '*/5 * * * *',
      run: (_, stopping) => collectInventory(portal, Date.now(), stopping),
    }),
  ]
}

async function readAndPublish(portal: AppContext): Promise<void> {
  const now = Date.now()
  await readFigures(portal.db, now)
  await publishStates(portal, now)
}
