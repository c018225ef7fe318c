export { linkKnownIssue, listCaseKnownIssues, unlinkKnownIssue } from './contract/case-link-calls.ts'
export {
  declareKnownIssue,
  editKnownIssue,
  knownIssueProblems,
  listKnownIssueCases,
  listKnownIssues,
  matchKnownIssues,
  readKnownIssue,
  readKnownIssueNote,
} from './contract/known-issue-calls.ts'
export { knownIssueSeverities, knownIssueStates } from './contract/known-issue-enums.ts'
export {
  knownIssueDeclared,
  knownIssueEdited,
  knownIssueLinked,
  knownIssueUnlinked,
} from './contract/known-issue-events.ts'
export { manageKnownIssues, readEveryKnownIssue, readKnownIssues } from './contract/known-issue-permissions.ts'
export type {
  CaseKnownIssues,
  InternalKnownIssueNote,
  KnownIssue,
  KnownIssueCase,
  KnownIssueDetail,
  MatchingKnownIssue,
} from './contract/known-issue-shapes.ts'
