export { escalateCase, fireLinkToRnd, linkCaseToRnd, reEscalateCase } from './contract/escalation-calls.ts'
export {
  addRndText,
  editRndIssue,
  listFixBundles,
  listRndIssues,
  listRndTexts,
  type RndCase,
  RndIssue,
  type RndIssueRow,
  RndText,
  readRndIssue,
  rndProblems,
} from './contract/rnd.ts'
export {
  milestoneReached,
  rndIssueCreated,
  rndIssueEdited,
  rndIssueLinked,
  rndIssueReopened,
  rndIssuesUpdated,
  rndTextAdded,
} from './contract/rnd-events.ts'
export { isRndOpen, type RndStatus, rndStatuses } from './contract/rnd-state.ts'
