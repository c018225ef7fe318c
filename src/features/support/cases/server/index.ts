import type { AppContext, Feature } from '#kit/server/portal.ts'
import { accountCasesUpdated, caseFiled, caseNotified, casesUpdated } from '../contract.ts'
import { caseDigestTask } from './case-digest.ts'
import { caseHandlers } from './case-event-handlers.ts'
import { serveCases } from './case-routes.ts'
import { serveCaseForm } from './form-routes.ts'
import { serveCaseLists } from './list-routes.ts'

/** Support cases, from filing to resolution. */
export const casesFeature: Feature = {
  name: 'cases',
  serve(portal: AppContext) {
    serveCaseLists(portal)
    serveCaseForm(portal)
    serveCases(portal)
  },
  eventHandlers: caseHandlers,
  tasks: (portal) => [caseDigestTask(portal)],
  topics: [casesUpdated, accountCasesUpdated, caseFiled, caseNotified],
}

export { accountFor } from './case-account.ts'
export { caseEventHandlers } from './case-event-handlers.ts'
export { milestoneJson, userJson as userRefJson } from './case-json.ts'
export { publishCaseChange } from './case-live.ts'
export { changedCasePage } from './case-page.ts'
export { caseScope, isVendorIn, scopeCondition } from './case-scope.ts'
export { caseTemplateEvents, customerCaseFacts } from './case-template-events.ts'
export { eventTypeFor, indexCase, touchCase } from './case-writes.ts'
export { casesSeenIn } from './cases-seen-in.ts'
export { changeCase } from './change-case.ts'
export { changeCaseStatus, changeStatusOfEscalatedCases } from './change-case-status.ts'
export { deleteCommentRow, editCommentRow } from './comment-rows.ts'
export { fileCase } from './create-case.ts'
export { makeDemoCases } from './demo-cases.ts'
export { loadScaleCases, scaleCaseTables } from './load-scale-cases.ts'
export { markOutage } from './mark-outage.ts'
export { watchMentioned } from './mentions.ts'
export {
  addOutsideComment,
  changeFromOutside,
  fileOutsideCase,
  lockCaseById,
  storeExternalId,
  storeTrackerKey,
} from './outside-changes.ts'
export { type ReplyToken, readReplyToken, replyTokenOf } from './reply-address.ts'
export { searchCasesFor } from './search-cases.ts'
export { type BindParameter, buildSql, unprepared, within } from './statement.ts'
export { storeDueTimes } from './store-due-times.ts'
export { lockedCase, readableCase, type StoredCase } from './stored-case.ts'
export { casesOfUser, removeUserFromCases, transferCases } from './transfer-ownership.ts'
export { transitionCase } from './transition-case.ts'
export { addOutsideWatcher, addReadingWatchers, removeOutsideWatcher, watch } from './watch-case.ts'
export { writeComment } from './write-comment.ts'
