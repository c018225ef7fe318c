import { type UserState, userStates } from './user-states.ts'

const butApproved = userStates.filter((state) => state !== 'approvedForDeletion')
const unmarkedStates = butApproved.filter((state) => state !== 'candidateForDeletion')

/**
 * Every transition between states (decisions.md 2.6); all others are a 409. `before` is the state before the mark,
 * `directory` the directory's state: provisioned without a credential, else active.
 */
export const userTransitions = {
  invite: { from: ['staged', 'provisioned'], to: 'provisioned' },
  activate: { from: ['provisioned'], to: 'active' },
  reset: { from: ['active', 'lockedOut', 'passwordExpired', 'recovery'], to: 'recovery' },
  choosePassword: { from: ['recovery', 'passwordExpired'], to: 'active' },
  lock: { from: ['active'], to: 'lockedOut' },
  unlock: { from: ['lockedOut'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  unsuspend: { from: ['suspended'], to: 'active' },
  deactivate: { from: butApproved, to: 'deprovisioned' },
  reactivate: { from: ['deprovisioned', 'suspended', 'lockedOut'], to: 'directory' },
  mark: { from: unmarkedStates, to: 'candidateForDeletion' },
  approve: { from: ['candidateForDeletion'], to: 'approvedForDeletion' },
  keep: { from: ['candidateForDeletion', 'approvedForDeletion'], to: 'before' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly UserState[]; readonly to: UserState | 'before' | 'directory' }>
>
export type UserMove = keyof typeof userTransitions

/** Whether a customer's user in the state takes a seat of the accounts. */
export function takesSeat(state: UserState): boolean {
  return state !== 'deprovisioned' && state !== 'approvedForDeletion'
}

/** Whether the transition starts at the state. */
export function canTransition(state: UserState, move: UserMove): boolean {
  return (userTransitions[move].from as readonly UserState[]).includes(state)
}

/** The actions of `POST /users/{id}/state`, with their transitions; `resend` sends the invitation again. */
export const stateActions = {
  suspend: 'suspend',
  unsuspend: 'unsuspend',
  deactivate: 'deactivate',
  unlock: 'unlock',
  resend: 'invite',
  keep: 'keep',
} as const satisfies Readonly<Record<string, UserMove>>
export type StateAction = keyof typeof stateActions
