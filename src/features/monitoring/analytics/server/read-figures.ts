import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { calculateLines } from './figure-lines.ts'
import { HISTORY_STEP_MS } from './history-step.ts'

/** Samples that are older are stale: the figure is missing. */
export const STALE_MS = 300_000
const HISTORY_MS = 2 * 86_400_000

/**
 * Reads modems online and known of every deployment from its newest samples, which takes one index lookup per series,
 * and keeps them. ONUs are counted where a deployment has them. Safe to run in several processes.
 */
export async function readFigures(db: Database, now: number): Promise<void> {
  await sql`
    insert into deployment_figures as f (deployment_id, newest_ms, online, known)
    select t.deployment_id, t.newest_ms, sum(latest.value) filter (where s.labels->>'state' in ('online', 'partial')),
      sum(latest.value) filter (where s.labels->>'state' is distinct from 'denied')
    from metric_totals t
      left join metric_series s on s.deployment_id = t.deployment_id and s.name in ('cable_modems', 'pon_onus')
      left join lateral (select m.value from metric_samples m where m.series_id = s.id and m.at_ms > ${now - STALE_MS} and m.at_ms <= ${now}
        order by m.at_ms desc limit 1) latest on true
    group by t.deployment_id, t.newest_ms order by t.deployment_id
    on conflict (deployment_id) do update set newest_ms = excluded.newest_ms, online = excluded.online, known = excluded.known, read_at = now()
      where (f.newest_ms, f.online, f.known) is distinct from (excluded.newest_ms, excluded.online, excluded.known)`.execute(
    db,
  )
  const at = Math.floor(now / HISTORY_STEP_MS) * HISTORY_STEP_MS
  const { rows: addedRows } = await sql<{ id: number }>`
    insert into deployment_figure_history (deployment_id, at_ms, online, known)
    select deployment_id, ${at}, online, known from deployment_figures where newest_ms > ${now - STALE_MS} and online is not null
    on conflict do nothing returning deployment_id as id`.execute(db)
  await calculateLines(
    db,
    now,
    addedRows.map(({ id }) => id),
  )
  await sql`delete from deployment_figure_history where at_ms < ${now - HISTORY_MS}`.execute(db)
}

/** Modems of a deployment at a time that is a multiple of five minutes. */
export type PastFigure = {
  readonly deployment: number
  readonly at: number
  readonly online: number
  readonly known: number
}

/** Keeps figures of the past; those that are known stay. */
export async function writePastFigures(db: Database, figures: readonly PastFigure[]): Promise<void> {
  if (figures.length === 0) return
  const column = (key: keyof PastFigure) => figures.map((figure) => figure[key])
  await sql`
    insert into deployment_figure_history (deployment_id, at_ms, online, known)
    select * from unnest(${column('deployment')}::bigint[], ${column('at')}::bigint[], ${column('online')}::float8[],
      ${column('known')}::float8[]) on conflict do nothing`.execute(db)
  await calculateLines(db, Date.now(), [...new Set(figures.map(({ deployment }) => deployment))])
}
