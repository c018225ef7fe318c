import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type BurnDown, type CountedDeployment, FORECAST_DAYS, type ModemCount } from '../contract.ts'

const DAY_MS = 86_400_000
/** A day further away than this is no forecast. */
const HORIZON_DAYS = 3650
/** Standard errors to each side of a 95 % range. */
const CERTAINTY = 1.96

/** Stores the modems and ONUs of each account once a night, and on the first start. */
export function countModemsTask({ db }: AppContext): Task {
  return taskOf(defineJob('subscriptions.count-modems'), {
    cron: '25 1 * * *',
    atStart: true,
    run: () => countModems(db),
  })
}

async function countModems(db: Database): Promise<void> {
  await sql`
    insert into modem_counts (account_id, day, contracted, counted)
    select a.id, (now() at time zone a.time_zone)::date, s.cm_number, coalesce(d.counted, 0)
    from accounts a join subscriptions s on s.account_id = a.id
      left join (select account_id, sum(modems + onus) as counted from deployments where not exclude_from_total_cm_count group by 1) d on d.account_id = a.id
    where a.deleted_at is null on conflict (account_id, day) do nothing`.execute(db)
}

/** The counts of an account, and when they reach the modems of its contract. */
export async function burnDownOf(db: Database, { accountId }: { accountId: number }): Promise<BurnDown> {
  const [counts, highest, terms, deployments] = await Promise.all([
    sql<ModemCount>`
      select day::text, contracted, counted from modem_counts
      where account_id = ${accountId} and day > current_date - 90 order by day`.execute(db),
    sql<ModemCount & { plan: string | null }>`
      select day::text, contracted, counted, (select p.name from plans p join plan_facets v on v.plan_id = p.id
          join facets f on f.id = v.facet_id and f.value_type = 'NUMBER' and f.unit = 'modems'
        where v.is_infinity or v.number_value >= c.counted order by p.display_order, p.id limit 1) as plan
      from modem_counts c where account_id = ${accountId} order by counted desc, day desc limit 1`.execute(db),
    sql<{ contracted: number | null }>`
      select cm_number as contracted from subscriptions where account_id = ${accountId}`.execute(db),
    sql<CountedDeployment>`
      select id::text, name, modems, onus, not exclude_from_total_cm_count as counts from deployments
      where account_id = ${accountId} order by name`.execute(db),
  ])
  const days = counts.rows
  const { contracted: contractedModems } = terms.rows[0]!
  const { plan = null, ...most } = highest.rows[0] ?? {}
  const line = days.length < FORECAST_DAYS ? null : leastSquares(days)
  return {
    contracted: contractedModems,
    counted: days.at(-1)?.counted ?? null,
    highest: highest.rows[0] ? (most as ModemCount) : null,
    perDay: line?.slope ?? null,
    perDayRange: line && { from: line.slope - CERTAINTY * line.error, to: line.slope + CERTAINTY * line.error },
    crossing: line && contractedModems !== null ? crossingOf(line, contractedModems, days.at(-1)!) : null,
    tooFewDays: days.length < FORECAST_DAYS,
    fittingPlan: plan,
    days,
    deployments: deployments.rows,
  }
}

type Line = { readonly slope: number; readonly error: number; readonly middle: { day: number; counted: number } }

/** The line through the counts, and the standard error of its slope. */
function leastSquares(days: readonly ModemCount[]): Line {
  const points = days.map(({ day, counted }) => ({ x: Date.parse(day) / DAY_MS, y: counted }))
  const n = points.length
  const middle = {
    day: points.reduce((sum, { x }) => sum + x, 0) / n,
    counted: points.reduce((sum, { y }) => sum + y, 0) / n,
  }
  const spread = points.reduce((sum, { x }) => sum + (x - middle.day) ** 2, 0)
  const slope = points.reduce((sum, { x, y }) => sum + (x - middle.day) * (y - middle.counted), 0) / spread
  const rest = points.reduce((sum, { x, y }) => sum + (y - middle.counted - slope * (x - middle.day)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / (n - 2) / spread), middle }
}

function crossingOf({ slope, error, middle }: Line, contractedModems: number, last: ModemCount): BurnDown['crossing'] {
  const lastDay = Date.parse(last.day) / DAY_MS
  const dayAt = (growth: number) => {
    const day = growth > 0 ? middle.day + (contractedModems - middle.counted) / growth : Number.POSITIVE_INFINITY
    return day <= lastDay + HORIZON_DAYS ? new Date(Math.ceil(day) * DAY_MS).toISOString().slice(0, 10) : null
  }
  const day = dayAt(slope)
  if (day === null || last.counted >= contractedModems || day <= last.day) return null
  return { day, from: dayAt(slope + CERTAINTY * error) ?? day, to: dayAt(slope - CERTAINTY * error) }
}
