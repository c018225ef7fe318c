/** Recent samples are in partitions of this length; a chunk holds those of one series in one window. */
export const WINDOW_MS = 2 * 3_600_000
export const DAY_MS = 86_400_000

/** The start of the window that a time is in. */
export function windowOf(at: number): number {
  return Math.floor(at / WINDOW_MS) * WINDOW_MS
}

/** The times of the window that starts then. */
export function timesOfWindow(startsMs: number): { from: number; to: number } {
  return { from: startsMs, to: startsMs + WINDOW_MS - 1 }
}

/** The start of the day (UTC) that a time is in. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS
}

/** The number of a window, for advisory locks. */
export function windowNumber(startsMs: number): number {
  return startsMs / WINDOW_MS
}

/** First keys of the advisory locks of metrics; the second names what is locked. */
export const locks = {
  /** A window: shared while samples are inserted, exclusive while it is closed. */
  window: 7401,
  /** The chunks of a window. */
  chunks: 7402,
  /** The series of an account, while new ones are counted against its limit. */
  series: 7403,
  /** The partitions. */
  partitions: 7404,
} as const
