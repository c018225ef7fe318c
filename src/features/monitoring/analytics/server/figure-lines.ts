import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { HISTORY_STEP_MS } from './history-step.ts'

/** Points of a line: three hours. */
const POINTS = 36

/** When the line begins that is shown now. */
function startOfLine(now: number): number {
  return (Math.floor(now / HISTORY_STEP_MS) - POINTS + 1) * HISTORY_STEP_MS
}

/** Calculates the lines that begin at another time than now's, and those of some deployments. */
export async function calculateLines(db: Database, now: number, deployments: readonly number[]): Promise<void> {
  const starts = startOfLine(now)
  await sql`
    with chosen as materialized (
      select deployment_id from deployment_figures
      where line_starts_ms is distinct from ${starts} or deployment_id = any(${deployments}::bigint[]) order by deployment_id for update
    )
    update deployment_figures f set line_starts_ms = ${starts}, line = l.line from (
      select c.deployment_id, json_agg(h.online order by step) as line from chosen c cross join generate_series(0, ${POINTS - 1}) step
        left join deployment_figure_history h on h.deployment_id = c.deployment_id and h.at_ms = ${starts}::bigint + step * ${HISTORY_STEP_MS}::bigint
      group by c.deployment_id
    ) l where l.deployment_id = f.deployment_id`.execute(db)
}

/**
 * The line of the figures `f` as it is shown now, as JSON: one that begins earlier is moved to the left, and what follows
 * has no values yet.
 */
export function lineSql(now: number): RawBuilder<unknown> {
  const starts = startOfLine(now)
  const movedSteps = sql`least(${POINTS}, greatest(0, (${starts} - f.line_starts_ms) / ${HISTORY_STEP_MS}))::int`
  return sql`case when f.line_starts_ms = ${starts} then f.line
    when f.line_starts_ms is not null then to_json(array(select p.online::float8 from json_array_elements_text(f.line) with ordinality as p (online, step)
      where p.step > ${movedSteps} order by p.step) || array_fill(null::float8, array[${movedSteps}])) end`
}

/** A line without values. */
export const emptyLine = sql`to_json(array_fill(null::float8, array[${sql.lit(POINTS)}]))`
