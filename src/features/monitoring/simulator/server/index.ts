import { sql } from 'kysely'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import type { DemoDeployment } from './demo-network.ts'
import { Simulator } from './feed.ts'

/** The job that fills the past of a new demo world. */
export const DEMO_HISTORY = defineJob('simulator.history')
/** Older windows are filled with pauses, so that the portal stays nearly idle. */
const PAUSE_MS = 30_000

/** Metrics of the demo world; it does nothing in an installation that is no demo. */
export const simulatorFeature: Feature = {
  name: 'simulator',
  serve: () => undefined,
  tasks: (portal) => (portal.config.demo ? tasksOf(portal) : []),
}

function tasksOf({ db }: AppContext): Task[] {
  let openedSimulator: Promise<Simulator> | undefined
  let feeding: Promise<void> | undefined
  const open = () => {
    openedSimulator ??= openSimulator(db)
    return openedSimulator
  }
  const feed = () => {
    feeding ??= open()
      .then((simulator) => simulator.feed(Date.now()))
      .finally(() => {
        feeding = undefined
      })
    return feeding
  }
  return [
    taskOf(defineJob('simulator.feed'), { cron: '* * * * *', run: feed }),
    taskOf(DEMO_HISTORY, {
      async run() {
        const simulator = await open()
        if (!simulator.isFed) await feed()
        const historyLeft = await simulator.fillHistory(Date.now())
        if (historyLeft === 'nothing') return
        await addJob(db, DEMO_HISTORY, {}, { runAt: new Date(Date.now() + (historyLeft === 'old' ? PAUSE_MS : 0)) })
      },
    }),
  ]
}

/** The simulator of all deployments of the database, or of one account. */
export async function openSimulator(db: AppContext['db'], account?: string): Promise<Simulator> {
  const { rows } = await sql<DemoDeployment & { since: number }>`
    select d.id, d.name, a.name as account, a.id as "accountId", a.time_zone as zone, d.type = 'CN-PON' as "isPon",
      d.modems + d.onus as subscribers, extract(epoch from a.created_at)::bigint / 60 as since
    from deployments d join accounts a on a.id = d.account_id and a.deleted_at is null
    where ${account === undefined ? sql`true` : sql`a.name = ${account}`} order by d.id`.execute(db)
  return new Simulator(db, { deployments: rows, since: rows[0]?.since ?? 0 })
}
