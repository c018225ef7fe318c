import { holds } from '#kit/server/holds.ts'
import { ManyRows } from '#kit/server/list/many-rows.ts'
import { PageAnchors } from '#kit/server/list/page-anchors.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import type { CaseRow } from '../contract.ts'
import { readCases } from '../contract.ts'
import { listCases } from './case-list.ts'
import { caseScope } from './case-scope.ts'
import { wordsOf } from './case-words.ts'

/** The cases that best answer what was typed, within the person's rights: an exact key first, then the newest. For the palette. */
export async function searchCasesFor(portal: Portal, session: Session, q: string, size = 8): Promise<CaseRow[]> {
  if (!holds(session, readCases)) return []
  const scope = caseScope(session)
  const words = await wordsOf(portal.pool, scope, { internal: false }, q)
  if (!words) return []
  const lists = { pool: portal.pool, many: new ManyRows(), anchors: new PageAnchors() }
  const { rows } = await listCases(lists, { scope, filters: {}, words }, { page: 0, size })
  return JSON.parse(rows) as CaseRow[]
}
