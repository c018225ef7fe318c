import { sql } from 'kysely'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import type { DemoDeployment } from './demo-network.ts'
import { Simulator } from './feed.ts'

/** Every ten minutes a window of the past is filled, so that the portal stays idle meanwhile. */
const HISTORY_EVERY = 10

/** Metrics of the demo world; it does nothing in an installation that is no demo. */
export const simulatorFeature: Feature = {
  name: 'simulator',
  serve: () => undefined,
  tasks: (portal) => (portal.config.demo ? [{ name: 'simulator.feed', cron: '* * * * *', run: feeding(portal) }] : []),
}

function feeding({ db }: AppContext): () => Promise<void> {
  let simulator: Simulator | undefined
  return async () => {
    const now = Date.now()
    simulator ??= await openSimulator(db)
    await simulator.feed(now)
    if (Math.floor(now / 60_000) % HISTORY_EVERY === 0) await simulator.fillHistory(now)
  }
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
