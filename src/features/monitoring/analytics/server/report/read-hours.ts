import type { Database } from '#kit/server/database.ts'
import { zoneOffset } from '#kit/server/zone-offset.ts'
import { localDate } from '../local-days.ts'
import { readQuery } from '../read-query.ts'
import type { ReportInput } from './read-report.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = HOUR_MS / 4
const HOURS = 24
const DOWN_SHARE = 0.5
const DEGRADED_SHARE = 0.95

/** The query of the strip. */
export const stripQuery = 'sum(cable_modems{state=~"online|partial"})'

/** A day of the strip: a letter for each local hour, the worst quarter of it. */
export type StripDay = { readonly day: string; readonly hours: string }

/**
 * The local days of the period by the hour, of the modems online compared with their median: U up, P part of them
 * offline (5 % or more), D down (half or more), - without samples, a space outside the period.
 */
export async function readHours(db: Database, { scope, zone, from, to }: ReportInput): Promise<StripDay[]> {
  const [series] = await readQuery(db, scope, { query: stripQuery, from, to: to - 1, step: QUARTER_MS })
  const online = series?.values ?? []
  const normal = median(online.filter((value) => value !== null))
  const days = new Map<string, string[]>()
  for (let at = from, index = 0; at < to; at += QUARTER_MS, index += 1) {
    const day = localDate(zone, at)
    const hours = days.get(day) ?? Array.from({ length: HOURS }, () => ' ')
    days.set(day, hours)
    const hour = Math.floor((at + zoneOffset(zone, at)) / HOUR_MS) % HOURS
    hours[hour] = worse(hours[hour]!, letter(online[index] ?? null, normal))
  }
  return [...days].map(([day, hours]) => ({ day, hours: hours.join('').trimEnd() }))
}

function letter(online: number | null, normal: number): string {
  if (online === null) return '-'
  if (online <= normal * DOWN_SHARE) return 'D'
  return online <= normal * DEGRADED_SHARE ? 'P' : 'U'
}

const order = ' -UPD'
const worse = (one: string, other: string) => (order.indexOf(other) > order.indexOf(one) ? other : one)

function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  return sortedValues[Math.floor(sortedValues.length / 2)] ?? 0
}
