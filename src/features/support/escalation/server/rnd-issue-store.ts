import { sql } from 'kysely'
import { milestoneJson, userRefJson } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoJson, isoSql, likeText } from '#kit/server/sql-text.ts'
import { type RndIssue, type RndIssueRow, type RndStatus, rndProblems } from '../contract.ts'

const members = `'key', i.key, 'subject', i.subject, 'priority', i.priority, 'status', i.status,
  'fixBundle', case when b.id is null then null else json_build_object('id', b.id::text, 'name', b.name) end,
  'owner', case when o.id is null then null else ${userRefJson('o')} end,
  'caseCount', (select count(*) from rnd_issue_cases x where x.issue_id = i.id),
  'accountCount', (select count(distinct c.account_id) from rnd_issue_cases x join cases c on c.id = x.case_id where x.issue_id = i.id),
  'created', ${isoJson('i.created_at')}, 'updated', ${isoJson('i.updated_at')}, 'version', i.version`
const sources = `rnd_issues i left join bundles b on b.id = i.fix_bundle_id left join users o on o.id = i.owner_id`

/** An R&D issue as commands work on it. */
export type StoredRndIssue = {
  readonly id: number
  readonly key: string
  readonly subject: string
  readonly description: string
  readonly priority: string
  readonly status: RndStatus
  readonly fixBundleId: string | null
  readonly owner: string | null
  readonly version: number
}

type ListQuery = {
  readonly page: number
  readonly size: number
  readonly status?: readonly RndStatus[] | undefined
  readonly open?: boolean | undefined
  readonly q?: string | undefined
}

/** A page of R&D issues. */
export async function findRndIssues(db: Database, query: ListQuery, order: { field: string; descending: boolean }) {
  const { page, size, status, open, q } = query
  const pattern = q ? `%${likeText(q)}%` : null
  const where = sql`
    ${status?.length ? sql`i.status = any(${status}::text[])` : sql`true`} and ${open === undefined ? sql`true` : open ? sql`i.is_open` : sql`not i.is_open`}
    and ${pattern === null ? sql`true` : sql`(i.subject ilike ${pattern} or i.key ilike ${pattern})`}`
  const direction = directionOf(order.descending)
  const column = sql.raw(order.field === 'key' ? 'i.id' : 'i.updated_at')
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{
      row: RndIssueRow
    }>`select json_build_object(${sql.raw(members)}) as row from ${sql.raw(sources)} where ${where}
      order by ${column} ${direction}, i.id ${direction}`,
    of: sql`from rnd_issues i where ${where}`,
    capped: true,
  })
}

/** An R&D issue with its cases. */
export async function rndIssuePage(db: Database | Tx, key: string): Promise<RndIssue> {
  const { rows } = await sql<{ issue: RndIssue }>`
    select json_build_object(${sql.raw(members)}, 'description', i.description, 'createdBy', ${sql.raw(userRefJson('m'))},
      'reproduced', ${isoSql('i.reproduced_at')}, 'started', ${isoSql('i.started_at')}, 'fixed', ${isoSql('i.fixed_at')},
      'cases', (select coalesce(json_agg(json_build_object('key', c.key, 'account', a.name, 'accountId', a.id::text, 'accountDisplayName', a.display_name,
          'internal', c.internal, 'subject', c.subject, 'priority', c.priority, 'status', c.status, 'productVersion', c.product_version,
          'linkedBy', ${sql.raw(userRefJson('u'))}, 'linked', ${isoSql('x.linked_at')}, 'milestone', ${sql.raw(milestoneJson)}) order by x.linked_at, c.id), '[]')
        from rnd_issue_cases x join cases c on c.id = x.case_id join accounts a on a.id = c.account_id join users u on u.id = x.linked_by where x.issue_id = i.id)
      ) as issue
    from ${sql.raw(sources)} join users m on m.id = i.created_by where i.key = ${key.toUpperCase()}`.execute(db)
  return rows[0]?.issue ?? throwProblem(rndProblems['rnd-issue-not-found'], { key })
}

/** Rejects a key that no R&D issue has. */
export async function requireRndIssue(db: Database, key: string): Promise<void> {
  const { rows } = await sql`select 1 from rnd_issues where key = ${key.toUpperCase()}`.execute(db)
  if (!rows[0]) throwProblem(rndProblems['rnd-issue-not-found'], { key })
}

/** The R&D issue of that key, locked until the transaction ends. */
export async function lockedRndIssue(tx: Tx, key: string): Promise<StoredRndIssue> {
  return (
    (await lockOne(tx, sql`i.key = ${key.toUpperCase()}`)) ?? throwProblem(rndProblems['rnd-issue-not-found'], { key })
  )
}

/** The R&D issue that a case is linked to, locked; undefined when there is none. */
export function lockedIssueOfCase(tx: Tx, caseId: number): Promise<StoredRndIssue | undefined> {
  return lockOne(tx, sql`i.id = (select issue_id from rnd_issue_cases where case_id = ${caseId})`)
}

async function lockOne(tx: Tx, where: ReturnType<typeof sql>): Promise<StoredRndIssue | undefined> {
  const { rows } = await sql<StoredRndIssue>`
    select i.id, i.key, i.subject, i.description, i.priority, i.status, i.fix_bundle_id::text as "fixBundleId",
      (select email from users where id = i.owner_id) as owner, i.version
    from rnd_issues i where ${where} for update of i`.execute(tx)
  return rows[0]
}
