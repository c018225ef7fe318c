import { sql } from 'kysely'
import { caseScope, scopeCondition, userRefJson } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { limitText } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { buildSql, within } from '#kit/server/statement.ts'
import { type Outage, outageProblems, reportable, updateEveryMinutes } from '../contract.ts'

/** When the next public update of `outages o` of the account of `cases c` is due. */
export const updateDueSql = `(o.last_update_at + make_interval(mins => case when exists (select from sla_hours h where h.account_id = c.account_id and h.plan = 'ENTERPRISE')
  then ${updateEveryMinutes.enterprise} else ${updateEveryMinutes.others} end))`
/** When `outages o` reached the length and the user-minutes of a reportable outage; null without modems. */
const reportableSql = `(o.started_at + make_interval(mins => greatest(${reportable.minutes}, ceil(${reportable.userMinutes}.0 / nullif(o.total_cms_affected, 0)))::int))`

const outageJson = `json_build_object('key', c.key, 'account', a.name, 'accountId', a.id::text, 'accountDisplayName', a.display_name, 'subject', c.subject,
  'status', c.status, 'open', o.ended_at is null, 'assignee', case when s.id is null then null else ${userRefJson('s')} end,
  'deployment', (select d.name from deployments d where d.id = c.deployment_id), 'conversion', o.conversion, 'started', ${isoJson('o.started_at')}, 'ended', ${isoJson('o.ended_at')},
  'totalCmsAffected', o.total_cms_affected, 'byFamily', o.by_family, 'reason', o.reason, 'isVendorIssue', o.is_vendor_issue, 'cmtsVersion', o.cmts_version,
  'rpdVersion', o.rpd_version, 'planOfAction', o.plan_of_action,
  'outageTime', floor(extract(epoch from coalesce(o.ended_at, greatest(now(), o.started_at)) - o.started_at) / 60)::int,
  'updateDue', case when o.ended_at is null then ${isoJson(updateDueSql)} end,
  'reportBy', case when ${reportableSql} <= coalesce(o.ended_at, now()) then ${isoJson(`(${reportableSql} + interval '${reportable.withinMinutes} minutes')`)} end, 'version', o.version)`
const sources = `outages o join cases c on c.id = o.case_id join accounts a on a.id = c.account_id left join users s on s.id = c.assignee_id`

type OutageQuery = {
  readonly page: number
  readonly size: number
  readonly account?: readonly string[] | undefined
  readonly open?: boolean | undefined
  readonly descending: boolean
}

/** A page of the outages that the session sees, of the named accounts alone when there are some. */
export async function findOutages(db: Database, session: Session, query: OutageQuery) {
  const { page, size, open, descending, account } = query
  const run = within(db)
  const scope = caseScope(session)
  const where = (bind: (value: unknown) => string) => `${scopeCondition(scope, bind)} and o.conversion = 'DONE'
    ${account?.length ? `and a.name = any(${bind(account)}::text[])` : ''}
    ${open === undefined ? '' : `and o.ended_at is ${open ? '' : 'not '}null`}`
  const direction = descending ? 'desc' : 'asc'
  const [rows, outageCount] = await Promise.all([
    run<{ row: Outage }>(
      buildSql(
        (bind) => `select ${outageJson} as row from ${sources} where ${where(bind)}
          order by o.started_at ${direction}, o.case_id ${direction} ${limitText({ page, size })}`,
      ),
    ),
    run<{ count: number }>(
      buildSql((bind) => `select count(*) as count from (select 1 from ${sources} where ${where(bind)} limit 10001) m`),
    ),
  ])
  return { rows: rows.map(({ row }) => row), count: outageCount[0]!.count }
}

/** The outage of a case that was read through the session's scope already. */
export async function outageOf(db: Database | Tx, caseId: number, key: string): Promise<Outage> {
  const { rows } = await sql<{ row: Outage }>`
    select ${sql.raw(outageJson)} as row from ${sql.raw(sources)} where o.case_id = ${caseId}`.execute(db)
  return rows[0]?.row ?? throwProblem(outageProblems['outage-not-found'], { key })
}
