import { sql } from 'kysely'
import { metricSource } from '#features/monitoring/metrics/server/index.ts'
import { readCases } from '#features/support/case-access/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { readInsight } from '../../contract.ts'
import { insightNamed, objectOf } from '../catalogue/catalogue.ts'
import { readGroupings, shownInsight } from '../catalogue/groupings.ts'
import { insightScope } from './insight-scope.ts'
import { inTurn, runQuery } from './run-query.ts'

const MINUTE = 60_000
/** Rows of a grid, at most. */
const MOST_ROWS = 1000

type Row = Record<string, string | number | null>

/** The newest values of an insight with the columns of its grid, and the finding of each object. */
export async function readGrid(db: Database, call: RequestContext<typeof readInsight>) {
  const insight = insightNamed(call.params.name)
  const scope = await insightScope(db, call.session, call.query)
  const page = `/${scope.account}/${scope.accountId}`
  const findings = await currentFindings(db, insight.name, {
    ids: scope.deployments.map(({ id }) => id),
    cases: hasPermission(call.session, readCases, scope.account),
  })
  const rows: Row[] = []
  const now = Math.floor(Date.now() / MINUTE) * MINUTE
  for (const { id, name, since } of scope.deployments) {
    const source = metricSource(db, { deployments: [id], since })
    const resultSeries = await inTurn(() =>
      runQuery(insight.query, { deployment: name, source, from: now, to: now, step: MINUTE }),
    )
    for (const { labels, values } of resultSeries) {
      const object = objectOf(insight, labels)
      const finding = findings.get(`${id} ${object}`)
      const segment = labels.rpd ?? labels.md
      rows.push({
        ...labels,
        deployment: name,
        object: object || name,
        value: values[0] ?? null,
        since: finding?.openedAt ?? null,
        findingId: finding?.id ?? null,
        caseKey: finding?.caseKey ?? null,
        caseUrl: finding?.caseKey ? `${page}/support/case/${finding.caseKey}` : null,
        segmentUrl: segment ? `${page}/insights/heatmap?segment=${encodeURIComponent(segment)}` : null,
      })
    }
  }
  const sign = insight.threshold?.sense === 'below' ? 1 : -1
  rows.sort((a, b) => sign * (Number(a.value) - Number(b.value)))
  const list = halSinglePage(call, insight.name, rows.slice(0, MOST_ROWS))
  return { insight: shownInsight(insight, await readGroupings(db)), ...list }
}

async function currentFindings(db: Database, insight: string, { ids, cases }: { ids: number[]; cases: boolean }) {
  const { rows } = await sql<{ key: string; id: string; openedAt: string; caseKey: string | null }>`
    select f.deployment_id || ' ' || f.object as key, f.id::text as id, ${isoSql('f.opened_at')} as "openedAt", c.key as "caseKey"
    from insight_findings f left join cases c on c.id = f.case_id and not c.internal and ${cases}
    where f.deployment_id = any(${ids}::bigint[]) and f.insight = ${insight} and f.state in ('OPEN','ACKNOWLEDGED')`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key, row]))
}
