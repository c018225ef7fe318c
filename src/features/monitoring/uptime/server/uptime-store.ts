import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { DAY_MINUTES, type Uptime } from '../contract.ts'
import { type MeasuredMinute, type OutageSpan, uptimeOf } from './uptime-of.ts'

const MINUTE_MS = 60_000

type Row = {
  readonly deployment: NonNullable<Uptime['deployment']>
  readonly counted: boolean
  readonly minutes: readonly (readonly [minute: number, online: number, expected: number, isMaintenance: boolean])[]
  readonly outages: readonly OutageSpan[]
}

/** The uptime of an account as a whole, then of each deployment. */
export async function uptimeOfAccount(db: Database, accountId: number, now: number): Promise<Uptime[]> {
  const end = Math.floor(now / MINUTE_MS)
  const from = end - DAY_MINUTES
  const { rows } = await sql<Row>`
    select json_build_object('id', d.id::text, 'name', d.name, 'stage', d.stage, 'softwareVersion', d.software_version) as deployment,
      d.enable_monitoring and not d.exclude_from_total_cm_count as counted,
      coalesce((select json_agg(json_build_array(m.minute, m.online, m.expected, m.is_maintenance)) from deployment_minutes m
        where m.deployment_id = d.id and m.minute >= ${from} and m.minute < ${end}), '[]') as minutes,
      coalesce((select json_agg(json_build_object('from', floor(extract(epoch from o.started_at) / 60)::int, 'to', coalesce(ceil(extract(epoch from o.ended_at) / 60)::int, ${end})))
        from cases c join outages o on o.case_id = c.id
        where c.deployment_id = d.id and c.type = 'OUTAGE' and not c.internal and coalesce(o.ended_at, 'infinity') > to_timestamp(${from}::int8 * 60)), '[]') as outages
    from deployments d where d.account_id = ${accountId} order by d.name`.execute(db)
  const span = { from: new Date(from * MINUTE_MS).toISOString(), to: new Date(end * MINUTE_MS).toISOString() }
  const each = rows.map((row) => ({ ...row, measured: row.minutes.map(minuteOf) }))
  const uptimes = each.map(
    ({ deployment, counted, measured, outages }): Uptime => ({
      ...{ deployment, counted, ...span },
      ...uptimeOf(measured, { from, outages }),
    }),
  )
  if (uptimes.length === 0) return []
  const all = each.filter(({ counted }) => counted)
  const whole = uptimeOf(sumMinutes(all.map(({ measured }) => measured)), {
    from,
    outages: all.flatMap(({ outages }) => outages),
  })
  return [{ deployment: null, counted: true, ...span, ...whole }, ...uptimes]
}

function minuteOf([minute, online, expected, isMaintenance]: Row['minutes'][number]): MeasuredMinute {
  return { minute, online, expected, isMaintenance }
}

/** The minutes of several deployments together; one in maintenance leaves the sums of the others. */
function sumMinutes(all: readonly (readonly MeasuredMinute[])[]): MeasuredMinute[] {
  const sums = new Map<number, MeasuredMinute>()
  for (const one of all.flat()) {
    const own = { ...one, online: Math.min(one.online, one.expected) }
    const sumBefore = sums.get(one.minute)
    if (!sumBefore || (sumBefore.isMaintenance && !own.isMaintenance)) sums.set(one.minute, own)
    else if (!own.isMaintenance)
      sums.set(one.minute, {
        ...sumBefore,
        online: sumBefore.online + own.online,
        expected: sumBefore.expected + own.expected,
      })
  }
  return [...sums.values()]
}
