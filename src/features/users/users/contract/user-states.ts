/** The states of part 1 §4, as decisions.md 2.6 writes them. */
export const userStates = [
  'staged',
  'provisioned',
  'active',
  'recovery',
  'passwordExpired',
  'lockedOut',
  'deprovisioned',
  'suspended',
  'candidateForDeletion',
  'approvedForDeletion',
] as const
export type UserState = (typeof userStates)[number]
