import { readAccounts } from '#features/accounts/contract.ts'
import { readAudit, readLogbooks, readWholeAudit } from '#features/audit/contract.ts'
import { deleteComments } from '#features/case-comments/contract.ts'
import {
  attachToCases,
  commentCases,
  createCases,
  deleteCases,
  editCases,
  moveCases,
  readCases,
  readEveryCase,
  seeInternal,
  watchCases,
} from '#features/cases/contract.ts'
import { operateJobs } from '#features/jobs/contract.ts'
import { readSystem } from '#features/system/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'
import en from '../messages/en.json' with { type: 'json' }

/** Every right that the portal has, in the order in which people read them. */
export const rights: readonly Permission[] = [
  readAccounts,
  readCases,
  readEveryCase,
  createCases,
  commentCases,
  attachToCases,
  watchCases,
  editCases,
  moveCases,
  seeInternal,
  deleteCases,
  deleteComments,
  readAudit,
  readWholeAudit,
  readLogbooks,
  readSystem,
  operateJobs,
]

/** The key of a right's words. */
export function rightKey(name: string): `right.${keyof typeof en.right}` {
  return `right.${name.replaceAll(':', '-') as keyof typeof en.right}`
}
