export { CaseLinkKind, CasePriority, CaseStatus, CaseType, ResolutionReason } from './contract/case-enums.ts'
export { caseOrigin } from './contract/case-origin.ts'
export {
  attachToCases,
  caseProblems,
  commentCases,
  convertCases,
  createCases,
  deleteCases,
  editCases,
  editOutages,
  editSla,
  escalateCases,
  moveCases,
  readCases,
  readEveryCase,
  readRnd,
  seeInternal,
  watchCases,
  watchForOthers,
  workOnRnd,
} from './contract/case-permissions.ts'
export {
  type CaseAction,
  caseActions,
  caseLinkKinds,
  casePriorities,
  caseStatuses,
  customerMayMove,
  milestoneNames,
  nextCaseStatus,
  openStatuses,
  resolutionReasons,
  workStatuses,
} from './contract/case-state.ts'
export { type CaseText, caseTextLimits, caseTexts } from './contract/case-texts.ts'
