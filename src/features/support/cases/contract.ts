export { createCase, deleteCase, editCase, HistoryEntry, readCase, readCaseHistory } from './contract/case-calls.ts'
export { label } from './contract/case-fields.ts'
export { caseFilters } from './contract/case-filters.ts'
export {
  countCases,
  findSimilarCases,
  searchCases,
  searchCasesByBody,
} from './contract/case-list-calls.ts'
export {
  accountCasesUpdated,
  CaseMessage,
  caseCreated,
  caseDeleted,
  caseEdited,
  caseFiled,
  caseMoved,
  caseNotified,
  casesUpdated,
  caseUnwatched,
  caseWatched,
  internalCaseEvents,
} from './contract/case-notification.ts'
export { Case, CaseLink, CaseRow, ListedCase, Milestone, NewCase, SlaClock } from './contract/case-shapes.ts'
export {
  activateCase,
  closeCase,
  declineCase,
  resolveCase,
} from './contract/case-transition-calls.ts'
export {
  listFieldOptions,
  listTrackerConfigs,
} from './contract/form-calls.ts'
export {
  listAddressees,
  markCaseRead,
  unwatchCase,
  watchCase,
} from './contract/watcher-calls.ts'
