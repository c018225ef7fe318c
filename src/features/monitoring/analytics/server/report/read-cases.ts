import { readEveryCase } from '#features/support/case-access/contract.ts'
import { caseScope, scopeCondition } from '#features/support/case-access/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { buildSql, within } from '#kit/server/statement.ts'
import type { ReportInput } from './read-report.ts'

/** Open cases that are listed. */
const MOST_CASES = 20

/** An outage of the period; `start` is a time in milliseconds. */
export type ReportedOutage = {
  readonly key: string
  readonly start: number
  readonly minutes: number
  readonly modems: number
  readonly isVendorIssue: boolean | null
}
/** The cases of the deployment. */
export type ReportedCases = {
  readonly open: number
  readonly resolved: number
  readonly returns: number
  readonly newest: readonly { readonly key: string; readonly priority: string; readonly subject: string }[]
  readonly outages: readonly ReportedOutage[]
}

/** Counts of the deployment's cases, and its outages in the period; null where the user may not see them. */
export async function readCases(
  db: Database,
  { session, deployment, from, to }: ReportInput,
): Promise<ReportedCases | null> {
  if (!hasPermission(session, readEveryCase, deployment.account.name)) return null
  const [start, end] = [new Date(from), new Date(to)]
  const scope = caseScope(session)
  const [row] = await within(db)<ReportedCases>(
    buildSql((bind) => {
      const [id, starts, ends] = [bind(deployment.id), bind(start), bind(end)]
      return `with c as materialized (select * from cases c where deployment_id = ${id}::bigint and not internal and ${scopeCondition(scope, bind)})
        select count(*) filter (where is_open and created_at < ${ends}) as open, count(*) filter (where resolved_at >= ${starts} and resolved_at < ${ends}) as resolved,
          count(*) filter (where type = 'RMA' and created_at < ${ends}) as returns,
          (select coalesce(json_agg(n), '[]') from (select key, priority, subject from c where is_open and created_at < ${ends} order by created_at desc, id desc limit ${MOST_CASES}) n) as newest,
          (select coalesce(json_agg(json_build_object('key', c.key, 'start', (extract(epoch from o.started_at) * 1000)::bigint,
              'minutes', floor(extract(epoch from least(coalesce(o.ended_at, ${ends}), ${ends}) - greatest(o.started_at, ${starts})) / 60)::int,
              'modems', o.total_cms_affected, 'isVendorIssue', o.is_vendor_issue) order by o.started_at), '[]')
            from c join outages o on o.case_id = c.id where o.started_at < ${ends} and coalesce(o.ended_at, ${ends}) >= ${starts}) as outages
        from c`
    }),
  )
  return row!
}
