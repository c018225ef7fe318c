import { seeInternal } from '#features/support/case-access/contract.ts'
import { type CaseScope, caseScope } from '#features/support/case-access/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { matchEtag, RawJson, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halRawPage } from '#kit/server/list/hal-list.ts'
import { LargeCountCache } from '#kit/server/list/large-count-cache.ts'
import { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ReplyOf } from '#kit/server/serve/request-context.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { preparedRun } from '#kit/server/statement.ts'
import { countCases, searchCases, searchCasesByBody } from '../contract.ts'
import { type ListScope, resolveListScope } from './case-collection.ts'
import { caseColumns } from './case-columns.ts'
import type { CaseFilters } from './case-conditions.ts'
import { type CaseSelection, countMatching, eachCase, listCases } from './case-list.ts'
import { parseSearchTerms } from './search-terms.ts'

type SearchReply = ReplyOf<typeof searchCases>

/** Lists of cases: the search with its two forms, and the count. */
export function serveCaseLists(portal: AppContext): void {
  const lists = { pool: portal.pool, many: new LargeCountCache(), anchors: new PageCursorCache() }
  serve(portal, searchCases, async (call) => {
    const { page, size, sort, after, projection, ...filters } = call.query
    const { covered: listScope, selection } = await select(portal, call.session, filters)
    if (wantsCsv(call.request)) {
      const cases = eachCase(portal.pool, await selection(), sort)
      return sendCsv(call.reply, 'cases.csv', caseColumns, cases)
    }
    // An unchanged list costs only the one tiny query that made its tag.
    if (matchEtag(call.request, listScope.etag)) return respond<SearchReply>(new RawJson(''), { etag: listScope.etag })
    const casePage = await listCases(lists, await selection(), { page, size, sort, after }, projection)
    return respond<SearchReply>(halRawPage(call, 'issues', casePage), { etag: listScope.etag, headers: cacheHeaders })
  })

  serve(portal, searchCasesByBody, async (call) => {
    const { selection } = await select(portal, call.session, call.body.filters ?? {})
    return halRawPage(call, 'issues', await listCases(lists, await selection(), call.query))
  })

  serve(portal, countCases, async (call) => {
    const { selection } = await select(portal, call.session, call.query)
    const { count, capped: isCapped } = await countMatching(lists, await selection())
    return { count, ...(isCapped ? { capped: isCapped } : {}) }
  })
}

/** Cached by the user's own browser, and revalidated each time. */
const cacheHeaders = { 'cache-control': 'private, no-cache' }

/** What a list covers now; the words are searched when the rows are really needed. */
async function select(
  portal: AppContext,
  session: Session,
  filters: CaseFilters,
): Promise<{ covered: ListScope; selection(): Promise<CaseSelection> }> {
  const scope = caseScope(session)
  if (filters.internal) requireInternal(scope)
  const listScope = await resolveListScope(preparedRun(portal.pool), session, scope, filters.account)
  return {
    covered: listScope,
    selection: async () => ({
      scope: listScope.scope,
      filters,
      words: await parseSearchTerms(
        portal.pool,
        listScope.scope,
        { internal: filters.internal === true },
        filters.q,
        filters.text,
      ),
    }),
  }
}

function requireInternal({ internal }: CaseScope): void {
  if (internal !== 'all' && internal.length === 0)
    throwProblem(kitProblems['access-denied'], { permission: seeInternal.name })
}
