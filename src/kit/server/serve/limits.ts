import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Limit } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database } from '../database.ts'
import { throwProblem } from '../http-problem.ts'

/** How many CSV exports a user may request in a minute, over all lists. */
export const EXPORT_LIMIT: Limit = { count: 30, seconds: 60 }

const SETTLE_MS = 1_000

/** Counts calls against limits, for all nodes together. */
export type RateLimiter = {
  /** Counts one call of `who`; rejects with 429 and `Retry-After` when the limit of this window is exceeded. */
  take(limit: Limit, who: string): void
  close(): Promise<void>
}

type Count = { readonly window: number; readonly ends: number; known: number; mine: number }

/**
 * Fixed windows. A call costs no query: each node counts locally, and once a second adds its new calls to the common
 * count and reads it, all keys in one statement. So nodes together can exceed a limit by a second's worth.
 */
export function createRateLimiter(db: Database, log: Logger): RateLimiter {
  const counts = new Map<string, Count>()
  let settling: Promise<void> = Promise.resolve()

  const timer = setInterval(() => {
    settling = settling.then(() => settle(db, counts)).catch((failure) => log.debug({ err: failure }, 'limits wait'))
  }, SETTLE_MS).unref()

  return {
    take({ count, seconds }, who) {
      const now = Date.now()
      const window = Math.floor(now / (seconds * 1000))
      let current = counts.get(who)
      if (current?.window !== window) {
        current = { window, ends: (window + 1) * seconds * 1000, known: 0, mine: 0 }
        counts.set(who, current)
      }
      if (current.known + current.mine >= count) {
        const secondsLeft = Math.ceil((current.ends - now) / 1000)
        throwProblem(
          kitProblems['too-many-requests'],
          { seconds: secondsLeft },
          { headers: { 'retry-after': String(secondsLeft) } },
        )
      }
      current.mine += 1
    },
    async close() {
      clearInterval(timer)
      await settling
    },
  }
}

/** Adds each node's part to the common count of its window; keys in order, so that nodes never deadlock. */
async function settle(db: Database, counts: Map<string, Count>): Promise<void> {
  const now = Date.now()
  for (const [who, { ends }] of counts) if (ends < now) counts.delete(who)
  const open = [...counts].filter(([, { mine }]) => mine > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (open.length === 0) return
  const parts = open.map(([who, count]) => ({ who, window: count.window, mine: count.mine, ends: count.ends }))
  const { rows } = await sql<{ who: string; calls: number }>`
    insert into rate_limit_counters as c (who, window_number, calls, ends_at)
    select who, "window", mine, to_timestamp(ends / 1000.0) from json_to_recordset(${JSON.stringify(parts)}::json)
      as part(who text, "window" bigint, mine int, ends bigint) order by who
    on conflict (who) do update set window_number = excluded.window_number, ends_at = excluded.ends_at,
      calls = case when c.window_number = excluded.window_number then c.calls + excluded.calls else excluded.calls end
    returning who, calls`.execute(db)
  const common = new Map(rows.map(({ who, calls }) => [who, calls]))
  for (const [index, [who, count]] of open.entries()) {
    count.mine -= parts[index]!.mine
    count.known = common.get(who) ?? count.known
  }
}

/** Deletes the counters whose period is over. */
export async function deleteExpiredCounters(db: Database): Promise<void> {
  await sql`delete from rate_limit_counters where ends_at < now()`.execute(db)
}
