import { performance } from 'node:perf_hooks'
import { findAccountIn } from '#features/access/scope/server/index.ts'
import { readAccounts } from '#features/accounts/accounts/contract.ts'
import { type EventHit, searchEventsFor } from '#features/calendar/events/server/index.ts'
import { type FoundPage, findWikiPages } from '#features/collaboration/wiki/server/index.ts'
import type { CaseRow } from '#features/support/cases/contract.ts'
import { searchCasesFor } from '#features/support/cases/server/index.ts'
import { type FoundKnownIssue, searchKnownIssues } from '#features/support/known-issues/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { type SearchHit, searchEverything } from '../contract.ts'
import { findAccountHits } from './find-accounts.ts'
import { findDeployments } from './find-deployments.ts'
import { findUsers } from './find-users-to-assign.ts'

const MOST_CASES = 8
const MOST_OTHERS = 4

/** The command palette's search over everything visible to the caller. */
export const searchFeature: Feature = {
  name: 'search',
  serve(portal: AppContext) {
    serve(portal, searchEverything, async (call) => {
      const began = performance.now()
      const q = call.query.q.trim()
      const account = await accountId(portal.db, call.session, call.query.account)
      const [cases, accounts, deployments, users, pages, issues, events] = await Promise.all([
        searchCasesFor(portal, call.session, q, MOST_CASES),
        findAccountHits(portal.db, call.session, q, MOST_OTHERS),
        findDeployments(portal.db, call.session, q, account, MOST_OTHERS),
        findUsers(portal.db, call.session, q, account, MOST_OTHERS),
        findWikiPages(portal.db, call.session, q, account, MOST_OTHERS),
        searchKnownIssues(portal.db, call.session, q, MOST_OTHERS),
        searchEventsFor(portal.db, call.session, { q, account, most: MOST_OTHERS }),
      ])
      const within = (hit: { account: string }) =>
        call.query.account === undefined || hit.account === call.query.account
      const caseHits = cases.filter(within).map((row) => caseHit(row, q))
      const results: SearchHit[] = [
        ...caseHits,
        ...issues.map(issueHit),
        ...accounts,
        ...deployments,
        ...users,
        ...pages.map(pageHit),
        ...events.map(eventHit),
      ]
      // An exact key or name first; otherwise each kind in its own order.
      results.sort((a, b) => Number(b.exact) - Number(a.exact))
      return { _embedded: { results }, took: Math.round((performance.now() - began) * 10) / 10 }
    })
  },
}

/** -1 for an unknown name: it finds nothing. */
async function accountId(db: Database, session: Session, name: string | undefined): Promise<number | undefined> {
  if (name === undefined) return undefined
  return (await findAccountIn(db, session, { name, permission: readAccounts }))?.id ?? -1
}

function issueHit(issue: FoundKnownIssue): SearchHit {
  return { kind: 'known-issue', ...issue }
}

function pageHit({ accountDisplayName: hint, ...page }: FoundPage): SearchHit {
  return { kind: 'wiki', hint, ...page }
}

function eventHit(event: EventHit): SearchHit {
  return { kind: 'event', ...event }
}

function caseHit(row: CaseRow, q: string): SearchHit {
  const { id, key, subject, account, accountId, accountDisplayName, internal, type, status, priority } = row
  const exact = key.toLowerCase() === q.toLowerCase()
  return {
    kind: 'case',
    id,
    title: subject,
    hint: accountDisplayName,
    exact,
    key,
    account,
    accountId,
    internal,
    type,
    status,
    priority,
  }
}
