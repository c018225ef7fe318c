import type { UserState } from '#features/users/users/contract.ts'
import type { components } from './okta.generated.ts'

/** Okta's states are the first eight of the portal's, with other spellings. */
export const stateOfStatus: Readonly<Record<components['schemas']['UserStatus'], UserState>> = {
  STAGED: 'staged',
  PROVISIONED: 'provisioned',
  ACTIVE: 'active',
  RECOVERY: 'recovery',
  PASSWORD_EXPIRED: 'passwordExpired',
  LOCKED_OUT: 'lockedOut',
  DEPROVISIONED: 'deprovisioned',
  SUSPENDED: 'suspended',
}
