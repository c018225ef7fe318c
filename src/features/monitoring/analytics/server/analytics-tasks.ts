import type { Task } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { collectInventory } from './inventory/collect-inventory.ts'
import { judgeWatermarks } from './judge-watermarks.ts'
import { publishStates } from './publish-states.ts'
import { readFigures } from './read-figures.ts'

/** What is read from the metrics of all deployments again and again. */
export function analyticsTasks(portal: AppContext): Task[] {
  return [
    { name: 'analytics.figures', cron: '* * * * *', atStart: true, run: () => readAndPublish(portal) },
    { name: 'analytics.watermarks', cron: '7 * * * *', atStart: true, run: () => judgeWatermarks(portal, Date.now()) },
    {
      name: 'analytics.inventory',
      cron: '*/5 * * * *',
      run: (_, stopping) => collectInventory(portal, Date.now(), stopping),
    },
  ]
}

async function readAndPublish(portal: AppContext): Promise<void> {
  const now = Date.now()
  await readFigures(portal.db, now)
  await publishStates(portal, now)
}
