import { sql } from 'kysely'
import { bundleVersion } from '#features/software/overview/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Gates } from '../contract.ts'
import { accountRows } from './account-rows.ts'
import type { Override, RingFacts } from './judge-ring.ts'

/** A ring as the rollout stores it. */
export type StoredRing = {
  readonly position: number
  readonly group: string
  readonly state: 'WAITING' | 'HELD' | 'RELEASING' | 'SOAKING' | 'DONE' | 'STOPPED'
  readonly soakMinutes: number
  readonly gates: Gates
  readonly soaking: Date | null
  readonly overrides: Readonly<Record<string, Override>>
}

type Account = RingFacts['accounts'][number] & { readonly position: number; readonly deliveredMs: number | null }

/** The facts of a ring; outages and cases of the version alone count, or of no version. */
export async function readFacts(
  tx: Tx,
  rolloutId: number,
  ring: StoredRing,
): Promise<Omit<RingFacts, 'now' | 'obstacle'>> {
  const upTo = sql<boolean>`x.rollout_id = ${rolloutId} and x.position <= ${ring.position}`
  const { rows } = await sql<Account>`
    with ${accountRows(upTo)}
    select f.position, f.state, f.downloaded, f.parts, f.deployed, f.deployments,
      (extract(epoch from f.delivered_at) * 1000)::float8 as "deliveredMs" from found f`.execute(tx)
  const times = rows.flatMap(({ state, deliveredMs }) =>
    state === 'DELIVERED' && deliveredMs !== null ? [deliveredMs] : [],
  )
  const outages = await sql<{ key: string; ended: number | null }>`
    with ${deliveriesQuery(upTo)}
    select c.key, (extract(epoch from u.ended_at) * 1000)::float8 as ended
    from delivered x join cases c on c.account_id = x.account_id and c.type = 'OUTAGE' and not c.internal
      join outages u on u.case_id = c.id
    where coalesce(u.ended_at, 'infinity') > x.delivered_at and u.started_at >= x.delivered_at and u.is_vendor_issue is not false
      and (u.cmts_version is null or x.version is null or u.cmts_version = x.version)
    order by u.started_at desc, c.id desc`.execute(tx)
  const cases = await sql<{ key: string }>`
    with ${deliveriesQuery(upTo)}
    select c.key from delivered x join cases c on c.account_id = x.account_id and c.is_open and not c.internal
    where c.priority in ('HIGH','CRITICAL') and c.type <> 'OUTAGE' and c.created_at >= x.delivered_at
      and (c.product_version is null or x.version is null or c.product_version = x.version)
    order by c.created_at desc, c.id desc`.execute(tx)
  return {
    soakMinutes: ring.soakMinutes,
    soaking: ring.soaking?.getTime() ?? null,
    gates: ring.gates,
    overrides: ring.overrides,
    accounts: rows.filter(({ position }) => position === ring.position),
    delivered: times.length > 0 ? Math.max(...times) : null,
    outages: outages.rows,
    cases: cases.rows.map(({ key }) => key),
  }
}

/** The deliveries as the query `delivered`, with the version of the bundle. */
function deliveriesQuery(where: ReturnType<typeof sql<boolean>>) {
  return sql`delivered as materialized (
    select x.account_id, r.delivered_at, ${bundleVersion} as version
    from rollout_accounts x join bundle_releases r on r.id = x.release_id and r.status = 'DELIVERED' and r.deleted_at is null
      join bundles b on b.id = r.bundle_id where ${where})`
}
