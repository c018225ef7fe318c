export { escalateCase, fireLinkToRnd, linkCaseToRnd, reEscalateCase } from './contract/escalation-calls.ts'
export {
  addRndText,
  editRndIssue,
  listFixBundles,
  listRndIssues,
  listRndTexts,
  readRndIssue,
} from './contract/rnd-calls.ts'
export {
  milestoneReached,
  rndIssueCreated,
  rndIssueEdited,
  rndIssueLinked,
  rndIssueReopened,
  rndIssuesUpdated,
  rndTextAdded,
} from './contract/rnd-events.ts'
export { rndProblems } from './contract/rnd-problems.ts'
export { type RndCase, RndIssue, type RndIssueRow, RndText } from './contract/rnd-shapes.ts'
export { isRndOpen, type RndStatus, rndStatuses } from './contract/rnd-state.ts'
