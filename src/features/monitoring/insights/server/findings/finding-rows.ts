import { type RawBuilder, sql } from 'kysely'
import { readCases } from '#features/support/case-access/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { type Finding, readInsights } from '../../contract.ts'
import { insightNamed } from '../catalogue/catalogue.ts'
import { type Groupings, readGroupings } from '../catalogue/groupings.ts'

type StoredFinding = Pick<
  Finding,
  'id' | 'account' | 'deployment' | 'insight' | 'object' | 'labels' | 'state' | 'severity' | 'value' | 'worst'
> &
  Pick<Finding, 'openedAt' | 'clearedAt' | 'acknowledgement' | 'caseKey' | 'version'>

/** The condition on `insight_findings f` that limits it to what the session may see. */
export function visibleFindings(session: Session): RawBuilder<unknown> {
  return sql`f.state <> 'PENDING' and a.deleted_at is null and ${visibleIn(session, readInsights, 'f.account_id')}`
}

/** The condition on `cases c` of the cases whose keys are shown with findings. */
export function readableCases(session: Session): RawBuilder<unknown> {
  return sql`not c.internal and ${visibleIn(session, readCases, 'c.account_id')}`
}

/** Findings that meet a condition, newest first. The key of a case is shown to users who may read cases. */
export async function findFindings(
  db: Database | Tx,
  session: Session,
  { where, limit, offset = 0 }: { where: RawBuilder<unknown>; limit: number; offset?: number },
): Promise<Finding[]> {
  const { rows } = await sql<StoredFinding>`
    select f.id::text as id, a.name as account,
      json_build_object('id', d.id::text, 'displayName', d.name) as deployment, f.insight, f.object, f.labels,
      f.state, f.severity, f.value, f.worst, ${isoSql('f.opened_at')} as "openedAt", ${isoSql('f.cleared_at')} as "clearedAt",
      case when f.acknowledged_at is not null then json_build_object(
        'by', case when u.id is null then null else json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name) end,
        'at', ${isoSql('f.acknowledged_at')}, 'reason', f.acknowledged_reason, 'until', ${isoSql('f.acknowledged_until')}) end as acknowledgement,
      c.key as "caseKey", f.version
    from insight_findings f join accounts a on a.id = f.account_id join deployments d on d.id = f.deployment_id
      left join users u on u.id = f.acknowledged_by left join cases c on c.id = f.case_id and ${readableCases(session)}
    where ${visibleFindings(session)} and ${where}
    order by f.opened_at desc, f.id desc limit ${limit} offset ${offset}`.execute(db)
  const groupings = rows.length > 0 ? await readGroupings(db) : undefined
  return rows.map((row) => shownFinding(row, groupings!))
}

function shownFinding(row: StoredFinding, groupings: Groupings): Finding {
  const insight = insightNamed(row.insight)
  return {
    ...row,
    insightName: insight.displayName,
    category: insight.category,
    type: insight.type,
    color: groupings.category.get(insight.category)!.color,
    unit: insight.unit,
    threshold: insight.threshold!,
  }
}
