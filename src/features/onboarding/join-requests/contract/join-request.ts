import * as z from 'zod/mini'
import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Admit users, as USER, or reject them. */
export const reviewJoinRequests = permission(
  'join-request:decide',
  'Approve or reject join requests',
  roles('ADMIN', 'HARMONIC_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)

export const JoinStatus = z.enum(['NEW', 'APPROVED', 'REJECTED'])
/** A user's request to join an account. */
export const JoinRequest = z.object({
  id: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  requestedBy: UserRef,
  requestStatus: JoinStatus,
  reason: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})
export type JoinRequest = z.output<typeof JoinRequest>
