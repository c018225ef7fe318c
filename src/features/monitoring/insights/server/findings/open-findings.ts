import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { insightNamed } from '../catalogue/catalogue.ts'

/** An insight with findings of a deployment that were open at a time. */
export type OpenInsight = {
  readonly insight: string
  readonly displayName: string
  readonly next: string
  readonly severity: string
  readonly count: number
}

/** The insights of a deployment with findings that were open at a time, critical ones first. */
export async function openFindings(
  db: Database,
  { deploymentId, at }: { readonly deploymentId: number; readonly at: Date },
): Promise<OpenInsight[]> {
  const { rows } = await sql<{ insight: string; severity: string; count: number }>`
    select insight, min(severity) as severity, count(*)::int as count from insight_findings
    where deployment_id = ${deploymentId} and state <> 'PENDING' and opened_at < ${at} and coalesce(cleared_at, 'infinity') >= ${at}
    group by insight order by min(severity), insight`.execute(db)
  return rows.map((row) => {
    const { displayName, next } = insightNamed(row.insight)
    return { ...row, displayName, next }
  })
}
