import { type Direction, type Moment, utilization } from './formulas.ts'

/** Usable bits per second of a MAC domain. */
export const capacity: Readonly<Record<Direction, number>> = { ds: 3.4e9, us: 4.2e8 }

type Monthly = Moment & { readonly monthMinutes: number }
const hours = new Map<string, { readonly hour: number; readonly bytes: number }>()

/**
 * Bytes that a MAC domain has carried since the month began: the counter resets like a restart. Each hour is counted
 * with the utilisation of its middle, so that any minute of a month is found in at most 744 steps.
 */
export function trafficBytes(segment: string, direction: Direction, moment: Monthly): number {
  const began = moment.minute - moment.monthMinutes
  const hour = Math.floor(moment.monthMinutes / 60)
  const key = `${segment} ${direction} ${began}`
  const cachedHour = hours.get(key)
  let [from, bytes] = cachedHour && cachedHour.hour <= hour ? [cachedHour.hour, cachedHour.bytes] : [0, 0]
  for (; from < hour; from += 1) bytes += 60 * bytesAMinute(segment, direction, { moment, hour: from })
  if (hours.size > 20_000) hours.clear()
  hours.set(key, { hour, bytes })
  return Math.round(bytes + (moment.monthMinutes % 60) * bytesAMinute(segment, direction, { moment, hour }))
}

function bytesAMinute(
  segment: string,
  direction: Direction,
  { moment, hour }: { moment: Monthly; hour: number },
): number {
  const middle = hour * 60 + 30
  const minute = moment.minute - moment.monthMinutes + middle
  const usedShare = utilization(segment, direction, { minute, localHour: (middle / 60) % 24, weekend: moment.weekend })
  return (usedShare * capacity[direction] * 60) / 8
}
