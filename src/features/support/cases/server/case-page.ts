import { caseProblems, openStatuses } from '#features/support/case-access/contract.ts'
import { type CaseScope, caseScope, findByKey, scopeCondition } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { etagOf, type HandlerResponse, RawJson, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { type BindParameter, buildSql, preparedRun, type Run, within } from '#kit/server/statement.ts'
import type { Case, CaseLink } from '../contract.ts'
import { caseActions, type Facts } from './case-actions.ts'
import { caseJson, rowSources } from './case-json.ts'

/** `page` is JSON text, made in PostgreSQL and passed through. */
type CasePageRow = Facts & {
  readonly page: string
  readonly version: number
  readonly sync: Case['sync']
  readonly internalText: string | null
  readonly links: readonly CaseLink[]
}

/** The whole case as the session sees it, with its permitted actions; the ETag is its version. */
export function casePage(portal: AppContext, session: Session, key: string): Promise<HandlerResponse<Case>> {
  return readPage(preparedRun(portal.pool), session, key)
}

/** The same inside the transaction of a command, as its response. */
export function changedCasePage(tx: Tx, session: Session, key: string): Promise<HandlerResponse<Case>> {
  return readPage(within(tx), session, key)
}

async function readPage(run: Run, session: Session, key: string): Promise<HandlerResponse<Case>> {
  const scope = caseScope(session)
  const pageRow = await findByKey((condition) =>
    run<CasePageRow>(
      buildSql((bind) => {
        const me = bind(session.userId)
        const isWantedCase = condition(bind(key.toUpperCase()))
        return pageStatement(me, isWantedCase, scopeCondition(scope, bind), internalSide(scope, bind))
      }),
    ),
  )
  if (!pageRow) throwProblem(caseProblems['case-not-found'], { key })
  const { page, internalText, links, sync, version } = pageRow
  const staff = internalText !== null
  const rest = JSON.stringify({
    sync: sync && { ...sync, error: staff ? sync.error : null },
    ...(internalText === null ? {} : internalOf(internalText)),
    links,
    blocked: links.some(({ kind, status }) => kind === 'IS_BLOCKED_BY' && openStatuses.includes(status)),
    actions: caseActions(session, pageRow),
  })
  // In a separate header: the tag is for If-Match; what differs per reader (unread, watched) is not in the version.
  return respond<Case>(new RawJson(`${page.slice(0, -1)},${rest.slice(1)}`), { headers: { etag: etagOf(version) } })
}

const statements = new Map<string, string>()

/**
 * The same text for the same parts, which are few (kinds of scopes): to join, hash and compare nine thousand characters
 * for each request took a tenth of the portal's time for it.
 */
function pageStatement(...parts: [me: string, wanted: string, seen: string, internal: string]): string {
  const name = parts.join('|')
  const cachedStatement = statements.get(name)
  if (cachedStatement) return cachedStatement
  const [me, isWantedCase, isVisible, internal] = parts
  const text = `select ${caseJson}::text as page, ${latestInternal(internal)} as "internalText", ${linksOf(isVisible)} as links, ${syncJson} as sync, a.name as account, c.status, c.reporter_id as "reporterId", c.type, c.internal, c.version
    from cases c cross join (select ${me}::bigint as id) me ${rowSources}
    where ${isWantedCase} and ${isVisible} order by c.id limit 1`
  statements.set(name, text)
  return text
}

function internalOf(text: string): Partial<Case> {
  const internal = JSON.parse(text) as Pick<Case, 'rndIssue'>
  return { ...internal, rndIssueUrl: internal.rndIssue && `/support/rnd/${internal.rndIssue.key}` }
}

/** The state of the messages of `cases c` to the tracker of the account. */
const syncJson = `(select json_build_object('state', case when q.failed then 'FAILED' when q.since is not null then 'PENDING' else 'SYNCED' end,
    'since', ${isoJson('q.since')}, 'error', q.error, 'system', t.target)
  from tracker_targets t cross join lateral (select bool_or(o.state = 'FAILED') as failed, min(o.posted_at) as since,
      (array_agg(o.error order by o.state = 'FAILED' desc, o.id) filter (where o.error is not null))[1] as error
    from outbox o where o.line = 'connections' and o.subject = t.target || ':' || a.name || ' ' || c.key and o.state in ('WAITING','FAILED')
      and o.operation not in ('read','poll') and (o.operation <> 'receive-files' or o.state = 'FAILED')) q
  where t.account_id = c.account_id and t.target <> 'embedded' and not c.internal
    and (q.since is not null or exists (select from tracker_issues i where i.case_id = c.id)))`

/** The condition that `cases c` is one whose internal side the caller sees; empty if there are none. */
function internalSide({ internal }: CaseScope, bind: BindParameter): string {
  if (internal === 'all') return 'true'
  return internal.length > 0 ? `c.account_id = any(${bind(internal)}::bigint[])` : ''
}

/** Null for all but vendor staff: no query on a customer's path names the table. */
function latestInternal(condition: string): string {
  if (!condition) return 'null'
  return `case when ${condition} then json_build_object('latestInternalComment', (select i.body from case_internal_comments i where i.case_id = c.id order by i.id desc limit 1),
    'rndIssue', (select json_build_object('key', i.key, 'subject', i.subject, 'status', i.status) from rnd_issue_cases x join rnd_issues i on i.id = x.issue_id where x.case_id = c.id),
    'bundles', (select coalesce(json_agg(json_build_object('id', b.id::text, 'name', b.name) order by b.id), '[]') from bundle_cases l join bundles b on b.id = l.bundle_id where l.case_id = c.id))::text end`
}

/** Links from both ends, to cases within the scope alone. In the inner `from`, `c.id` is still the case of the page. */
function linksOf(isVisible: string): string {
  return `(select coalesce(json_agg(json_build_object('kind', l.kind, 'key', c.key, 'subject', c.subject, 'status', c.status, 'type', c.type,
      'account', a.name, 'accountId', a.id::text, 'internal', c.internal) order by l.kind, c.id), '[]')
    from (select case_links.kind, case_links.other_id from case_links where case_links.case_id = c.id
      union all select case case_links.kind when 'IS_BLOCKED_BY' then 'BLOCKS' when 'DUPLICATES' then 'IS_DUPLICATED_BY' else case_links.kind end, case_links.case_id
        from case_links where case_links.other_id = c.id) l
    join cases c on c.id = l.other_id join accounts a on a.id = c.account_id where ${isVisible})`
}
