import {
  attachToCases,
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
  readRnd,
  seeInternal,
  watchCases,
  workOnRnd,
} from '#features/support/case-access/contract.ts'
import { readCasesReport } from '#features/support/case-reports/contract.ts'
import { manageKnownIssues, readEveryKnownIssue, readKnownIssues } from '#features/support/known-issues/contract.ts'
import { openOriginals } from '#features/support/log-triage/contract.ts'
import { advanceReturns } from '#features/support/rma/contract.ts'
import { configureTracker, switchService } from '#features/support/rnd-projects/contract.ts'
import { manageSavedReplies } from '#features/support/saved-replies/contract.ts'
import { readSla } from '#features/support/sla/contract.ts'
import { editSlaClocks } from '#features/support/sla-clocks/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'

/** Permissions on cases and what belongs to them, in the order in which users read them. */
export const supportPermissions: readonly Permission[] = [
  readCases,
  createCases,
  commentCases,
  attachToCases,
  openOriginals,
  watchCases,
  editCases,
  moveCases,
  escalateCases,
  seeInternal,
  deleteCases,
  convertCases,
  editOutages,
  advanceReturns,
  readKnownIssues,
  readEveryKnownIssue,
  manageKnownIssues,
  manageSavedReplies,
  readCasesReport,
  readSla,
  editSla,
  editSlaClocks,
  readRnd,
  workOnRnd,
  configureTracker,
  switchService,
]
