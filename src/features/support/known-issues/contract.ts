export { linkKnownIssue, listCaseKnownIssues, unlinkKnownIssue } from './contract/case-link-calls.ts'
export {
  type CaseKnownIssues,
  declareKnownIssue,
  editKnownIssue,
  type InternalKnownIssueNote,
  type KnownIssue,
  type KnownIssueCase,
  type KnownIssueDetail,
  knownIssueProblems,
  knownIssueSeverities,
  knownIssueStates,
  listKnownIssueCases,
  listKnownIssues,
  type MatchingKnownIssue,
  manageKnownIssues,
  matchKnownIssues,
  readEveryKnownIssue,
  readKnownIssue,
  readKnownIssueNote,
  readKnownIssues,
} from './contract/known-issue.ts'
export {
  knownIssueDeclared,
  knownIssueEdited,
  knownIssueLinked,
  knownIssueUnlinked,
} from './contract/known-issue-events.ts'
