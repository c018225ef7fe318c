import { kitProblems } from '#kit/contract/kit-problems.ts'
import { answer, heldOf, JsonText } from '#kit/server/answer.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halText } from '#kit/server/list/hal-list.ts'
import { ManyRows } from '#kit/server/list/many-rows.ts'
import { PageAnchors } from '#kit/server/list/page-anchors.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { ReplyOf } from '#kit/server/serve/call.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { countCases, searchCases, searchCasesByBody, seeInternal } from '../contract.ts'
import { type Covered, coveredBy } from './case-collection.ts'
import { caseColumns } from './case-columns.ts'
import type { CaseFilters } from './case-conditions.ts'
import { type CaseSelection, countMatching, eachCase, listCases } from './case-list.ts'
import { type CaseScope, caseScope } from './case-scope.ts'
import { wordsOf } from './case-words.ts'
import { prepared } from './statement.ts'

type Listed = ReplyOf<typeof searchCases>

/** Lists of cases: the search with its two forms, and the count. */
export function serveCaseLists(portal: Portal): void {
  const lists = { pool: portal.pool, many: new ManyRows(), anchors: new PageAnchors() }
  serve(portal, searchCases, async (call) => {
    const { page, size, sort, ...filters } = call.query
    const { covered, selection } = await select(portal, call.session, filters)
    if (wantsCsv(call.request)) {
      const cases = eachCase(portal.pool, await selection(), sort)
      return sendCsv(call.reply, 'cases.csv', caseColumns, cases)
    }
    // An unchanged list costs the one tiny query that made its tag.
    if (heldOf(call.request, covered.etag)) return answer<Listed>(new JsonText(''), { etag: covered.etag })
    const found = await listCases(lists, await selection(), { page, size, sort })
    return answer<Listed>(halText(call, 'issues', found), { etag: covered.etag, headers: cached })
  })

  serve(portal, searchCasesByBody, async (call) => {
    const { selection } = await select(portal, call.session, call.body.filters ?? {})
    return halText(call, 'issues', await listCases(lists, await selection(), call.query))
  })

  serve(portal, countCases, async (call) => {
    const { selection } = await select(portal, call.session, call.query)
    const { count, capped } = await countMatching(lists, await selection())
    return { count, ...(capped ? { capped } : {}) }
  })
}

/** Kept by the person's own browser, and asked for again each time. */
const cached = { 'cache-control': 'private, no-cache' }

/** What a list covers now; the words are looked up when the rows are really wanted. */
async function select(
  portal: Portal,
  session: Session,
  filters: CaseFilters,
): Promise<{ covered: Covered; selection(): Promise<CaseSelection> }> {
  const scope = caseScope(session)
  if (filters.internal) requireInternal(scope)
  const covered = await coveredBy(prepared(portal.pool), session, scope, filters.account)
  return {
    covered,
    selection: async () => ({
      scope: covered.scope,
      filters,
      words: await wordsOf(
        portal.pool,
        covered.scope,
        { internal: filters.internal === true },
        filters.q,
        filters.text,
      ),
    }),
  }
}

function requireInternal({ internal }: CaseScope): void {
  if (internal !== 'all' && internal.length === 0)
    refuse(kitProblems['access-denied'], { permission: seeInternal.name })
}
