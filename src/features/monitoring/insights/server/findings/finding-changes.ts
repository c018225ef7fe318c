import { sql } from 'kysely'
import { findAccountIn } from '#features/access/scope/server/index.ts'
import { announcedWork } from '#features/calendar/events/server/index.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { deliveredBetween } from '#features/software/releases/server/index.ts'
import { caseScope, scopeCondition } from '#features/support/case-access/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { buildSql, within } from '#kit/server/statement.ts'
import type { Finding, FindingChange } from '../../contract.ts'
import { findFindings } from './finding-rows.ts'

const BEFORE_MS = 24 * 3_600_000
/** Changes of one kind, at most. */
const MOST = 20

/**
 * What happened in the 24 hours before a finding was opened, as far as the user may see it: outages, delivered releases
 * and announced work of the account, other findings of the deployment.
 */
export async function changesBefore(db: Database, session: Session, finding: Finding): Promise<FindingChange[]> {
  const to = new Date(finding.openedAt)
  const range = { from: new Date(to.getTime() - BEFORE_MS), to }
  const { account } = finding
  const changeLists = await Promise.all([
    relatedFindings(db, session, { finding, ...range }),
    outagesBefore(db, session, { account, ...range }),
    releasesBefore(db, session, { account, ...range }),
    workBefore(db, session, { account, ...range }),
  ])
  return changeLists.flat().sort((a, b) => (a.at < b.at ? 1 : -1))
}

async function relatedFindings(
  db: Database,
  session: Session,
  { finding, from, to }: { finding: Finding; from: Date; to: Date },
): Promise<FindingChange[]> {
  const findings = await findFindings(db, session, {
    where: sql`f.deployment_id = ${finding.deployment.id}::bigint and f.id <> ${finding.id}::bigint and f.opened_at between ${from} and ${to}`,
    limit: MOST,
  })
  return findings.map(({ id, insightName, object, openedAt, clearedAt }) => ({
    kind: 'finding',
    title: object ? `${insightName}: ${object}` : insightName,
    at: openedAt,
    until: clearedAt,
    ref: id,
  }))
}

/** Outages whose cases the user may read. */
function outagesBefore(
  db: Database,
  session: Session,
  { account, from, to }: { account: string; from: Date; to: Date },
): Promise<FindingChange[]> {
  const scope = caseScope(session)
  return within(db)<FindingChange>(
    buildSql(
      (
        bind,
      ) => `select 'outage' as kind, c.subject as title, ${isoJson('o.started_at')} as at, ${isoJson('o.ended_at')} as until, c.key as ref
        from outages o join cases c on c.id = o.case_id join accounts a on a.id = c.account_id
        where a.name = ${bind(account)} and o.started_at <= ${bind(to)} and coalesce(o.ended_at, 'infinity') >= ${bind(from)}
          and not c.internal and ${scopeCondition(scope, bind)} order by o.started_at desc limit ${bind(MOST)}`,
    ),
  )
}

type Before = { readonly account: string; readonly from: Date; readonly to: Date }

async function releasesBefore(db: Database, session: Session, before: Before): Promise<FindingChange[]> {
  const releases = await deliveredBetween(db, session, { ...before, limit: MOST })
  return releases.map(({ id, name, at }) => ({ kind: 'release', title: name, at, until: null, ref: id }))
}

async function workBefore(db: Database, session: Session, { account, from, to }: Before): Promise<FindingChange[]> {
  const visible = await findAccountIn(db, session, { name: account, permission: readCalendar })
  if (!visible) return []
  const works = await announcedWork(db, { accountId: visible.id, from, to })
  return works.slice(-MOST).map((work) => ({
    kind: 'maintenance',
    title: work.subject,
    at: work.from.toISOString(),
    until: work.to.toISOString(),
    ref: work.id,
  }))
}
