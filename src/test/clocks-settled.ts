import type pg from 'pg'
import { expect, vi } from 'vitest'

/** Waits until the SLA clocks of all cases are computed: lists show when they are due, a moment after each change. */
export async function clocksSettled(pool: pg.Pool): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ left: number }>(
        `select (select count(*) from events where seq is null)::int + (select count(*) from case_clocks where next_at = '-infinity')::int as left`,
      )
      expect(rows[0]!.left).toBe(0)
    },
    { timeout: 60_000, interval: 50 },
  )
}
