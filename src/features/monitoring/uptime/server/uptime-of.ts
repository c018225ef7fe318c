import { DAY_MINUTES, type Uptime, type UptimeCell } from '../contract.ts'

const CELL_MINUTES = 5
const DOWN_SHARE = 0.5
const DEGRADED_SHARE = 0.05

/** A minute with samples. */
export type MeasuredMinute = {
  readonly minute: number
  readonly online: number
  readonly expected: number
  readonly isMaintenance: boolean
}
/** Minutes in which an outage was open; `to` is not part of it. */
export type OutageSpan = { readonly from: number; readonly to: number }
type Figures = Omit<Uptime, 'deployment' | 'counted' | 'from' | 'to'>

const rank: readonly UptimeCell[] = ['DOWN', 'DEGRADED', 'MAINTENANCE', 'UP']

/** The uptime of the 1,440 minutes from `from` on. */
export function uptimeOf(
  minutes: readonly MeasuredMinute[],
  { from, outages }: { from: number; outages: readonly OutageSpan[] },
): Figures {
  const cells = Array.from({ length: DAY_MINUTES / CELL_MINUTES }, (): UptimeCell => 'MISSING')
  let [measured, maintenance, expected, kept] = [0, 0, 0, 0]
  for (const one of minutes) {
    if (one.minute < from || one.minute >= from + DAY_MINUTES) continue
    if (one.isMaintenance) maintenance += 1
    else {
      measured += 1
      expected += one.expected
      kept += Math.min(one.expected, one.online)
    }
    const index = Math.floor((one.minute - from) / CELL_MINUTES)
    const state = stateOf(one, outages)
    const known = cells[index]!
    if (known === 'MISSING' || rank.indexOf(state) < rank.indexOf(known)) cells[index] = state
  }
  const isJudged = measured * 2 >= DAY_MINUTES - maintenance && expected > 0
  return {
    uptime: isJudged ? percent(kept, expected) : null,
    measuredMinutes: measured,
    maintenanceMinutes: maintenance,
    missingMinutes: DAY_MINUTES - measured - maintenance,
    expectedModemMinutes: expected,
    lostModemMinutes: expected - kept,
    cells,
  }
}

function stateOf(
  { minute, online, expected, isMaintenance }: MeasuredMinute,
  outages: readonly OutageSpan[],
): UptimeCell {
  if (isMaintenance) return 'MAINTENANCE'
  const lost = expected > 0 ? (expected - online) / expected : 0
  if (lost >= DOWN_SHARE) return 'DOWN'
  const isOpen = outages.some((outage) => minute >= outage.from && minute < outage.to)
  return lost >= DEGRADED_SHARE || isOpen ? 'DEGRADED' : 'UP'
}

/** Percent with three digits, cut: whole numbers, because 99.989 is not exact in binary. Medians have halves. */
function percent(part: number, whole: number): string {
  const thousandths = (BigInt(Math.round(part * 2)) * 100_000n) / BigInt(Math.round(whole * 2))
  return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`
}
