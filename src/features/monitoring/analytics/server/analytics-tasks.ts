import type { Task } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { collectInventory } from './inventory/collect-inventory.ts'
import { judgeWatermarks } from './judge-watermarks.ts'
import { readFigures } from './read-figures.ts'

/** What is read from the metrics of all deployments again and again. */
export function analyticsTasks({ db, config }: AppContext): Task[] {
  return [
    { name: 'analytics.figures', cron: '* * * * *', atStart: true, run: () => readFigures(db, Date.now()) },
    { name: 'analytics.watermarks', cron: '7 * * * *', atStart: true, run: () => judgeWatermarks(db, Date.now()) },
    {
      name: 'analytics.inventory',
      cron: '*/5 * * * *',
      run: (_, stopping) => collectInventory({ db, config }, Date.now(), stopping),
    },
  ]
}
