import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  acknowledgeFinding,
  acknowledgeInsights,
  type Finding,
  findingAcknowledged,
  findingReopened,
  insightProblems,
  listFindings,
  MOST_FINDINGS,
  readFinding,
  reopenFinding,
} from '../../contract.ts'
import { insightNamed } from '../catalogue/catalogue.ts'
import { readGroupings, shownInsight } from '../catalogue/groupings.ts'
import { findingTitle } from '../judge/apply-decisions.ts'
import { changesBefore } from './finding-changes.ts'
import { findingColumns } from './finding-columns.ts'
import { findingFilter } from './finding-filters.ts'
import { findFindings, visibleFindings } from './finding-rows.ts'

const MOST_DAYS = 90

/** Serves findings: the history, one of them, and its acknowledgement. */
export function serveFindings(portal: AppContext): void {
  const { db } = portal

  serve(portal, listFindings, async (call) => {
    const { query, session, request, reply } = call
    const where = findingFilter(query, session)
    if (wantsCsv(request)) {
      const rows = await findFindings(db, session, { where, limit: MOST_FINDINGS })
      return sendCsv(reply, 'findings.csv', findingColumns, rows)
    }
    const offset = query.page * query.size
    const limit = Math.max(0, Math.min(query.size, MOST_FINDINGS - offset))
    const [rows, count] = await Promise.all([
      findFindings(db, session, { where, limit, offset: Math.min(offset, MOST_FINDINGS) }),
      countFindings(db, session, where),
    ])
    return halPage(call, 'findings', { rows, total: { count }, lastUpdateTime: null })
  })

  serve(portal, readFinding, async ({ session, params }) => {
    const finding = await findingOf(db, session, params.id)
    const insight = insightNamed(finding.insight)
    const [groupings, changes] = await Promise.all([readGroupings(db), changesBefore(db, session, finding)])
    return replyWithEtag({ ...finding, definition: shownInsight(insight, groupings), changes })
  })

  registerCommand(portal, acknowledgeFinding, async (call) => {
    const { tx, session, body } = call
    const before = await lockedFinding(call)
    if (before.state === 'CLEARED') throwProblem(insightProblems['finding-cleared'])
    const until = Date.parse(body.until)
    if (until <= Date.now()) throwFieldProblem('until', 'must be in the future')
    if (until > Date.now() + MOST_DAYS * 86_400_000)
      throwFieldProblem('until', `must be at most ${MOST_DAYS} days from now`)
    await sql`
      update insight_findings set state = 'ACKNOWLEDGED', acknowledged_by = ${session.userId},
        acknowledged_at = clock_timestamp(), acknowledged_reason = ${body.reason}, acknowledged_until = ${body.until}::timestamptz,
        version = version + 1, updated_at = clock_timestamp()
      where id = ${before.id}::bigint`.execute(tx)
    return recordChange(call, findingAcknowledged, before, { reason: body.reason, until: body.until })
  })

  registerCommand(portal, reopenFinding, async (call) => {
    const before = await lockedFinding(call)
    if (before.state !== 'ACKNOWLEDGED') throwProblem(insightProblems['finding-not-acknowledged'])
    await sql`
      update insight_findings set state = 'OPEN', acknowledged_by = null, acknowledged_at = null,
        acknowledged_reason = null, acknowledged_until = null, version = version + 1, updated_at = clock_timestamp()
      where id = ${before.id}::bigint`.execute(call.tx)
    return recordChange(call, findingReopened, before, {})
  })
}

async function findingOf(db: Database | Tx, session: Session, id: string): Promise<Finding> {
  const [finding] = await findFindings(db, session, { where: sql`f.id = ${id}::bigint`, limit: 1 })
  return finding ?? throwProblem(insightProblems['finding-not-found'])
}

type Change = CommandContext<typeof acknowledgeFinding> | CommandContext<typeof reopenFinding>

async function lockedFinding(call: Change): Promise<Finding> {
  await sql`select 1 from insight_findings where id = ${call.params.id}::bigint for update`.execute(call.tx)
  const finding = await findingOf(call.tx, call.session, call.params.id)
  requirePermission(call, acknowledgeInsights, finding.account)
  requireVersion(call, finding.version)
  return finding
}

async function recordChange(
  { tx, session, record }: Change,
  event: typeof findingAcknowledged | typeof findingReopened,
  before: Finding,
  data: Readonly<Record<string, unknown>>,
) {
  const { rows } = await sql<{ accountId: number }>`
    select account_id as "accountId" from insight_findings where id = ${before.id}::bigint`.execute(tx)
  await record(event, {
    account: rows[0]!.accountId,
    subject: before.id,
    data: {
      what: findingTitle(before.insightName, before.deployment.displayName),
      deployment: before.deployment.displayName,
      insight: before.insightName,
      object: before.object,
      ...data,
    },
  })
  return replyWithEtag(await findingOf(tx, session, before.id))
}

async function countFindings(db: Database, session: Session, where: ReturnType<typeof findingFilter>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from insight_findings f join accounts a on a.id = f.account_id join deployments d on d.id = f.deployment_id
      where ${visibleFindings(session)} and ${where} limit ${MOST_FINDINGS}) found`.execute(db)
  return rows[0]!.count
}

function replyWithEtag<ShownFinding extends Finding>(finding: ShownFinding) {
  return respond(finding, { headers: { etag: etagOf(finding.version) } })
}
