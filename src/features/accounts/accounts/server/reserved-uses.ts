import type { Database } from '#kit/server/database.ts'
import { type ReachedPeriod, returnUses, type TakenUses, takeUses } from './limits.ts'

/** How long uses stay reserved, in milliseconds: a limit that was changed holds after this time. */
const RESERVED_FOR = 1000
/** The most uses that are reserved at once. */
const MOST = 64
/** Uses are reserved while this many times as many fit in the limit; nearer to it each one is counted for itself. */
const SPARE = 100

/** Uses of one account; `count` of them were reserved last, and `left` are not used yet. */
type Reservation = { count: number; left: number; until: number; start: string; expiry: NodeJS.Timeout }

/** Counts uses of accounts in the days of their time zones. */
export type DailyUses = {
  /** Counts one use; undefined = it was counted, otherwise the limit is used up. */
  take(accountId: number): Promise<ReachedPeriod | undefined>
  /** Returns what is reserved. */
  close(): Promise<void>
}

/**
 * Counts uses that may follow each other closely: the first within a second is counted for itself, and each further
 * statement reserves twice as many as the one before. Reserved uses are counted uses, so that no number of processes
 * exceeds a limit together; what is left of them after a second is returned.
 */
export function countDailyUses(db: Database, facet: string, onFailure: (failure: unknown) => void): DailyUses {
  const accounts = new Map<number, Reservation>()
  const reserving = new Map<number, Promise<ReachedPeriod | undefined>>()

  async function take(accountId: number): Promise<ReachedPeriod | undefined> {
    for (;;) {
      const reservation = accounts.get(accountId)
      if (reservation && reservation.left > 0 && Date.now() < reservation.until) {
        reservation.left -= 1
        return undefined
      }
      const running = reserving.get(accountId)
      if (!running) {
        const own = reserve(accountId).finally(() => reserving.delete(accountId))
        reserving.set(accountId, own)
        return own
      }
      // The limit was used up while this use waited, or there may be reserved ones now.
      const reachedPeriod = await running
      if (reachedPeriod) return reachedPeriod
    }
  }

  /** Counts one use, and reserves more of them where the last reserved ones were used within their time. */
  async function reserve(accountId: number): Promise<ReachedPeriod | undefined> {
    const last = accounts.get(accountId)
    const count = last && Date.now() < last.until ? Math.min(last.count * 2, MOST) : 1
    await release(accountId)
    if (count > 1) {
      const periodUse = await takeUses(db, accountId, { facet, period: 'day', count, spare: SPARE })
      if (periodUse?.taken) return keep(accountId, count, periodUse)
    }
    const periodUse = await takeUses(db, accountId, { facet, period: 'day' })
    return periodUse?.taken ? keep(accountId, 1, periodUse) : periodUse
  }

  function keep(accountId: number, count: number, { start, seconds }: TakenUses): undefined {
    const time = Math.min(RESERVED_FOR, seconds * 1000)
    const expiry = setTimeout(() => release(accountId).catch(onFailure), time).unref()
    accounts.set(accountId, { count, left: count - 1, start, until: Date.now() + time, expiry })
  }

  async function release(accountId: number): Promise<void> {
    const reservation = accounts.get(accountId)
    if (!reservation) return
    accounts.delete(accountId)
    clearTimeout(reservation.expiry)
    if (reservation.left > 0)
      await returnUses(db, accountId, { facet, start: reservation.start, count: reservation.left })
  }

  return {
    take,
    async close() {
      for (const accountId of [...accounts.keys()]) await release(accountId).catch(onFailure)
    },
  }
}
