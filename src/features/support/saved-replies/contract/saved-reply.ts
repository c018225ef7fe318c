import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Create, change and delete the saved replies of the vendor's staff. */
export const manageSavedReplies = permission(
  'saved-reply:manage',
  'Create, edit and delete saved replies',
  roles('HARMONIC', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_NOC', 'HARMONIC_CSM', 'ADMIN'),
)

/** Variables that are filled from the case when a reply is inserted. */
export const replyVariables = [
  'case.key',
  'case.subject',
  'case.reporter',
  'case.assignee',
  'case.product',
  'case.version',
  'account.name',
  'user.name',
] as const
export type ReplyVariable = (typeof replyVariables)[number]

export const LONGEST_NAME = 100
export const LONGEST_REPLY = 20_000
