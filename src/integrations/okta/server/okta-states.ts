import type { UserState } from '#features/users/users/contract.ts'

/** Okta's states are the first eight of the portal's, with other spellings. */
export const stateOfStatus = {
  STAGED: 'staged',
  PROVISIONED: 'provisioned',
  ACTIVE: 'active',
  RECOVERY: 'recovery',
  PASSWORD_EXPIRED: 'passwordExpired',
  LOCKED_OUT: 'lockedOut',
  DEPROVISIONED: 'deprovisioned',
  SUSPENDED: 'suspended',
} as const satisfies Readonly<Record<string, UserState>>

/** The status of a user in Okta. */
export type OktaStatus = keyof typeof stateOfStatus
