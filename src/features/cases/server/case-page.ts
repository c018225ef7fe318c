import { type Answer, answer, etagOf } from '#kit/server/answer.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Session } from '#kit/server/session.ts'
import { type Case, caseProblems } from '../contract.ts'
import { caseActions } from './case-actions.ts'
import { caseJson, rowSources } from './case-json.ts'
import { caseScope, withinScope } from './case-scope.ts'
import { prepared, type Run, statement, within } from './statement.ts'

type Found = { readonly page: Omit<Case, 'actions'>; readonly accountId: number; readonly reporterId: number }

/** The whole case as the session sees it, with what it may do; the ETag is its version. */
export async function casePage(portal: Portal, session: Session, key: string): Promise<Answer<Case>> {
  return answered(await readPage(prepared(portal.pool), session, key))
}

/** The same inside the transaction of a verb, as its answer. */
export async function changedCasePage(tx: Tx, session: Session, key: string): Promise<Answer<Case>> {
  return answered(await readPage(within(tx), session, key))
}

function answered(page: Case): Answer<Case> {
  // In a header of its own: the tag is for If-Match; what readers differ in (unread, watched) is not in the version.
  return answer(page, { headers: { etag: etagOf(page.version) } })
}

async function readPage(run: Run, session: Session, key: string): Promise<Case> {
  const scope = caseScope(session)
  const [found] = await run<Found>(
    statement((bind) => {
      const me = bind(session.personId)
      const wanted = bind(key.toUpperCase())
      return `select ${caseJson} as page, c.account_id as "accountId", c.reporter_id as "reporterId"
        from cases c cross join (select ${me}::bigint as id) me ${rowSources}
        where (c.key = ${wanted} or c.tracker_key = ${wanted}) and ${withinScope(scope, bind)}`
    }),
  )
  if (!found) refuse(caseProblems['case-not-found'], { key })
  const { page, accountId, reporterId } = found
  const actions = caseActions(session, { account: page.account, status: page.status, reporterId })
  const seesInternal = scope.internal === 'all' || scope.internal.includes(accountId)
  return { ...page, ...(seesInternal ? await latestInternal(run, Number(page.id)) : {}), actions }
}

/** A query of its own, so that none on a customer's path names the table. */
async function latestInternal(run: Run, id: number): Promise<Pick<Case, 'latestInternalComment'>> {
  const [latest] = await run<{ body: string }>(
    statement((bind) => `select body from case_internal_comments where case_id = ${bind(id)} order by id desc limit 1`),
  )
  return { latestInternalComment: latest?.body ?? null }
}
