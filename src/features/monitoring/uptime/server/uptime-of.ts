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
  let [measuredCount, maintenance, expectedModems, keptModems] = [0, 0, 0, 0]
  for (const one of minutes) {
    if (one.minute < from || one.minute >= from + DAY_MINUTES) continue
    if (one.isMaintenance) maintenance += 1
    else {
      measuredCount += 1
      expectedModems += one.expected
      keptModems += Math.min(one.expected, one.online)
    }
    const index = Math.floor((one.minute - from) / CELL_MINUTES)
    const state = stateOf(one, outages)
    const cellState = cells[index]!
    if (cellState === 'MISSING' || rank.indexOf(state) < rank.indexOf(cellState)) cells[index] = state
  }
  const isJudged = measuredCount * 2 >= DAY_MINUTES - maintenance && expectedModems > 0
  return {
    uptime: isJudged ? percent(keptModems, expectedModems) : null,
    measuredMinutes: measuredCount,
    maintenanceMinutes: maintenance,
    missingMinutes: DAY_MINUTES - measuredCount - maintenance,
    expectedModemMinutes: expectedModems,
    lostModemMinutes: expectedModems - keptModems,
    cells,
  }
}

function stateOf(
  { minute, online, expected, isMaintenance }: MeasuredMinute,
  outages: readonly OutageSpan[],
): UptimeCell {
  if (isMaintenance) return 'MAINTENANCE'
  const lostShare = expected > 0 ? (expected - online) / expected : 0
  if (lostShare >= DOWN_SHARE) return 'DOWN'
  const isOpen = outages.some((outage) => minute >= outage.from && minute < outage.to)
  return lostShare >= DEGRADED_SHARE || isOpen ? 'DEGRADED' : 'UP'
}

/** Percent with three digits, cut: whole numbers, because 99.989 is not exact in binary. Medians have halves. */
function percent(part: number, whole: number): string {
  const thousandths = (BigInt(Math.round(part * 2)) * 100_000n) / BigInt(Math.round(whole * 2))
  return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`
}
