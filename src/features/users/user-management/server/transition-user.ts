import { moveUser } from '#features/access/user-records/server/index.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { accountOf, type ManagedUser, requireSeat } from '#features/users/managed-users/server/index.ts'
import {
  canTransition,
  takesSeat,
  type UserMove,
  type UserState,
  userTransitions,
} from '#features/users/users/contract.ts'
import { endAccessOf } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, fromTo, recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { userEvents } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { type SyncedTransition, syncedTransitions } from './directory.ts'
import { enqueueDirectoryMessage } from './update-directory.ts'

type Move = {
  readonly move: UserMove
  readonly actor: EventActor
  /** The directory's state, for a transition that depends on it. */
  readonly directory?: UserState
}

/**
 * Moves a user to another state by the table of transitions, or rejects with 409, also where no seat is free for a user
 * who returns. Of users who can no longer sign in everything ends.
 */
export async function transitionUser(tx: Tx, user: ManagedUser, { move, actor, directory }: Move): Promise<UserState> {
  requireMove(user, move)
  const to = goal(user, move, directory)
  const candidate = move === 'mark' ? 'now' : move === 'approve' ? 'as-before' : 'no'
  await moveUser(tx, user.id, { to, before: stateBefore(user, move), candidate })
  // A mark is no return: it precedes the deletion.
  if (move !== 'mark' && !takesSeat(user.state) && takesSeat(to)) await requireSeats(tx, user)
  const data = { move, changes: { userState: fromTo(user.state, to) } }
  await recordEvent(tx, userEvents.userMoved, actor, { subject: user.id, account: accountOf(user), data })
  if (!['active', 'lockedOut', 'candidateForDeletion'].includes(to)) await endAccessOf(tx, { userId: user.id, actor })
  if (isFollowed(move)) await enqueueDirectoryMessage(tx, user, move, { by: actor.userName ?? undefined })
  return to
}

/** A seat in each account of a customer's user. */
async function requireSeats(tx: Tx, { isVendor, roles }: ManagedUser): Promise<void> {
  if (isVendor) return
  for (const accountId of new Set(roles.flatMap((role) => role.accountId ?? []))) await requireSeat(tx, accountId)
}

function isFollowed(move: UserMove): move is SyncedTransition {
  return (syncedTransitions as readonly UserMove[]).includes(move)
}

/** Rejects with 409 when the transition does not start at the user's state. */
export function requireMove({ fullName, state }: ManagedUser, move: UserMove): void {
  if (canTransition(state, move)) return
  const words = { name: fullName, state: pageTexts.stateWords[state].toLowerCase(), action: pageTexts.moveWords[move] }
  throwProblem(managedUserProblems['user-transition-not-allowed'], words)
}

function goal({ stateBefore: before }: ManagedUser, move: UserMove, directory: UserState | undefined): UserState {
  const { to } = userTransitions[move]
  if (to === 'before') return before ?? 'active'
  if (to === 'directory') return directory ?? 'active'
  return to
}

/** Only marks remember the previous state. */
function stateBefore({ state, stateBefore: before }: ManagedUser, move: UserMove): UserState | null {
  if (move === 'mark' || move === 'lock') return state
  return move === 'approve' ? before : null
}
