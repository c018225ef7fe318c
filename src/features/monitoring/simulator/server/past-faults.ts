import type { Fault } from './faults.ts'

/** The faults that have begun up to a minute, for counters. */
export type PastFaults = {
  /** Minutes that faults of this kind have lasted. */
  minutesOf(id: string): number
  /** How many faults of this kind have begun. */
  countOf(id: string): number
  /** The minute when the last fault of these kinds began. */
  lastOf(...ids: readonly string[]): number | undefined
}

/** The past of some faults at a minute. */
export function pastFaults(faults: readonly Fault[], minute: number): PastFaults {
  const begunFaults = (id: string) => faults.filter((fault) => fault.id === id && fault.start <= minute)
  return {
    minutesOf: (id) => begunFaults(id).reduce((sum, { start, end }) => sum + Math.min(minute, end) - start, 0),
    countOf: (id) => begunFaults(id).length,
    lastOf(...ids) {
      const starts = ids.flatMap(begunFaults).map(({ start }) => start)
      return starts.length > 0 ? Math.max(...starts) : undefined
    },
  }
}
