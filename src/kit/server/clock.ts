import { sql } from 'kysely'
import type { Database } from './database.ts'
import { StartupError } from './startup-error.ts'

const MOST_SECONDS = 30

/** How many seconds the clock of this process is ahead of the database's; negative when it is behind. */
export async function clockDifference(db: Database, now: () => number = Date.now): Promise<number> {
  const before = now()
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(
    db,
  )
  return Math.round(((before + now()) / 2 - rows[0]!.at) / 1000)
}

/** Throws StartupError when the clocks differ by more than 30 s: sessions and tokens would end before they begin. */
export async function requireSameClock(db: Database, now?: () => number): Promise<void> {
  const seconds = await clockDifference(db, now)
  if (Math.abs(seconds) > MOST_SECONDS)
    throw new StartupError(
      `the clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the clock of the database: synchronize both with NTP`,
    )
}
