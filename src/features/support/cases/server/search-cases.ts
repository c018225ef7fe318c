import { readCases } from '#features/support/case-access/contract.ts'
import { caseScope } from '#features/support/case-access/server/index.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { LargeCountCache } from '#kit/server/list/large-count-cache.ts'
import { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import type { CaseRow } from '../contract.ts'
import { listCases } from './case-list.ts'
import { parseSearchTerms } from './search-terms.ts'

/**
 * The cases that best match the input, within the user's permissions: an exact key first, then the newest. For the
 * palette.
 */
export async function searchCasesFor(portal: AppContext, session: Session, q: string, size = 8): Promise<CaseRow[]> {
  if (!hasPermission(session, readCases)) return []
  const scope = caseScope(session)
  const words = await parseSearchTerms(portal.pool, scope, { internal: false }, q)
  if (!words) return []
  const lists = { pool: portal.pool, many: new LargeCountCache(), anchors: new PageCursorCache() }
  const { rows } = await listCases(lists, { scope, filters: {}, words }, { page: 0, size })
  return JSON.parse(rows) as CaseRow[]
}
