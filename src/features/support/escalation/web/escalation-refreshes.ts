import { readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { listRndIssues, listRndTexts, readRndIssue } from '../contract.ts'

/** What an escalation makes stale. */
export const escalationRefreshes = [readCase, readCaseHistory, listRndIssues, readRndIssue, listRndTexts]
