import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { packWindows } from './pack-windows.ts'
import { dropExpired, ensurePartitions, RAW_DAYS } from './partitions.ts'
import { rollUpDays } from './roll-up-days.ts'
import { DAY_MS } from './windows.ts'

/** The longest retention, after which nothing of a series is left. */
const SERIES_DAYS = 397

/** Creates partitions, packs closed windows, rolls up days and drops what is older than its retention. */
export function metricTasks(db: Database): Task[] {
  return [
    taskOf(defineJob('metrics.pack'), {
      cron: '*/10 * * * *',
      atStart: true,
      async run() {
        if (!(await hasSeries(db))) return
        const now = Date.now()
        await ensurePartitions(db, now)
        await packWindows(db, now)
        await rollUpDays(db)
      },
    }),
    taskOf(defineJob('metrics.expire'), {
      cron: '40 3 * * *',
      async run() {
        const now = Date.now()
        await dropExpired(db, now)
        await deleteIdleSeries(db, now)
      },
    }),
  ]
}

/** Whether a sample was ever stored. Without one nothing is packed, and the first one creates its partitions. */
async function hasSeries(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from metric_series) as any`.execute(db)
  return rows[0]!.any
}

/** Deletes series without samples or roll-ups, and those that never had a packed sample. */
async function deleteIdleSeries(db: Database, now: number): Promise<void> {
  await sql`delete from metric_series where last_window_ms < ${now - SERIES_DAYS * DAY_MS}
    or last_window_ms is null and created_at < now() - make_interval(days => ${sql.lit(RAW_DAYS)})`.execute(db)
}
