import { caseEventHandlers } from '#features/support/case-notifications/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  declareKnownIssue,
  editKnownIssue,
  knownIssueLinked,
  knownIssueUnlinked,
  linkKnownIssue,
  listCaseKnownIssues,
  listKnownIssueCases,
  listKnownIssues,
  matchKnownIssues,
  readKnownIssue,
  readKnownIssueNote,
  unlinkKnownIssue,
} from '../contract.ts'
import { addKnownIssue, changeKnownIssue, withVersion } from './change-known-issue.ts'
import { knownIssueAccount } from './known-issue-scope.ts'
import { casesOf, knownIssueId, knownIssueOf, noteOf } from './known-issue-store.ts'
import { addKnownIssueLink, knownIssuesOfCase, removeKnownIssueLink } from './link-known-issue.ts'
import { findKnownIssues } from './list-known-issues.ts'
import { findMatches } from './match-known-issues.ts'

export { makeDemoKnownIssues } from './demo-known-issues.ts'
export { type FoundKnownIssue, searchKnownIssues } from './find-known-issues.ts'

/** The catalogue of known issues, and the cases that have them. */
export const knownIssuesFeature: Feature = {
  name: 'known-issues',
  serve: serveKnownIssues,
  eventHandlers: (portal) => caseEventHandlers(portal, [{ event: knownIssueLinked }, { event: knownIssueUnlinked }]),
}

function serveKnownIssues(portal: AppContext): void {
  const { db, pool } = portal
  const lists = { pool, ends: new PageCursorCache() }
  serve(portal, listKnownIssues, async (call) => {
    const accountId = await knownIssueAccount(db, call.session, call.query.account)
    return halPage(call, 'knownIssues', await findKnownIssues(lists, call.session, call.query, accountId))
  })
  serve(portal, matchKnownIssues, async ({ session, query }) => {
    const accountId = await knownIssueAccount(db, session, query.account)
    return { _embedded: { knownIssues: await findMatches(db, session, { ...query, accountId }) } }
  })
  serve(portal, readKnownIssue, async ({ session, params }) => withVersion(await knownIssueOf(db, session, params.key)))
  serve(portal, readKnownIssueNote, async ({ session, params }) => {
    const { id, key } = await knownIssueId(db, session, params.key)
    return noteOf(db, id, key)
  })
  serve(portal, listKnownIssueCases, async (call) => {
    const { id } = await knownIssueId(db, call.session, call.params.key)
    const { page, size, sort } = call.query
    const { descending } = readSort(sort, { field: 'updated', descending: true })[0]!
    return halPage(call, 'cases', await casesOf(db, call.session, id, { page, size, descending }))
  })
  registerCommand(portal, declareKnownIssue, addKnownIssue)
  registerCommand(portal, editKnownIssue, changeKnownIssue)
  serve(portal, listCaseKnownIssues, (call) => knownIssuesOfCase(db, call))
  registerCommand(portal, linkKnownIssue, addKnownIssueLink)
  registerCommand(portal, unlinkKnownIssue, removeKnownIssueLink)
}
