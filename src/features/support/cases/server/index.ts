import type { AppContext, Feature } from '#kit/server/portal.ts'
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
}

export { changedCasePage } from './case-page.ts'
export { indexCase, touchCase } from './case-writes.ts'
export { changeCase } from './change-case.ts'
export { changeCaseStatus, changeStatusOfEscalatedCases, moveAfterReply } from './change-case-status.ts'
export { commentRows } from './comment-rows.ts'
export { fileCase } from './create-case.ts'
export { markOutage } from './mark-outage.ts'
export { watchMentioned } from './mentions.ts'
export { addOutsideComments, fileOutsideCases } from './outside-cases.ts'
export { changeFromOutside, outsideKeys } from './outside-changes.ts'
export { searchCasesFor } from './search-cases.ts'
export { storeDueTimes } from './store-due-times.ts'
export { removeUserFromCases, transferCases } from './transfer-ownership.ts'
export { transitionCase } from './transition-case.ts'
export { addReadingWatchers, setOutsideWatcher, watch } from './watch-case.ts'
export { writeComment } from './write-comment.ts'
