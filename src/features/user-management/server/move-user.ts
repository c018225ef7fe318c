import { sql } from 'kysely'
import { endSessionsOf } from '#features/sessions/server/index.ts'
import { canMove, type UserMove, type UserState, userMoves } from '#features/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import { refuse } from '#kit/server/refusal.ts'
import { managedUserProblems, userEvents } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import { postToDirectory } from './ask-directory.ts'
import { type FollowedMove, followedMoves } from './directory.ts'
import { accountOf, type Person } from './person.ts'

type Move = {
  readonly move: UserMove
  readonly doer: Doer
  /** What the directory says, for a move that asks it. */
  readonly directory?: UserState
}

/** Moves a person to another state as the table of moves has it, or refuses with 409. Who can no longer sign in is signed out. */
export async function moveUser(tx: Tx, person: Person, { move, doer, directory }: Move): Promise<UserState> {
  requireMove(person, move)
  const to = goal(person, move, directory)
  await tx
    .updateTable('users')
    .set({
      state: to,
      state_before: stateBefore(person, move),
      candidate_since: move === 'mark' ? sql<Date>`now()` : move === 'approve' ? sql<Date>`candidate_since` : null,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', person.id)
    .execute()
  const data = { move, changes: { userState: [person.state, to] } }
  await recordEvent(tx, userEvents.userMoved, doer, { subject: person.id, account: accountOf(person), data })
  if (!['active', 'lockedOut', 'candidateForDeletion'].includes(to))
    await endSessionsOf(tx, { personId: person.id, why: 'administrator', doer })
  if (isFollowed(move)) await postToDirectory(tx, person, move, { by: doer.personName ?? undefined })
  return to
}

function isFollowed(move: UserMove): move is FollowedMove {
  return (followedMoves as readonly UserMove[]).includes(move)
}

/** Refuses with 409 when the move does not start where the person is. */
export function requireMove({ fullName, state }: Person, move: UserMove): void {
  if (canMove(state, move)) return
  const words = { name: fullName, state: en.stateWords[state].toLowerCase(), action: en.moveWords[move] }
  refuse(managedUserProblems['user-move-not-allowed'], words)
}

function goal({ stateBefore: before }: Person, move: UserMove, directory: UserState | undefined): UserState {
  const { to } = userMoves[move]
  if (to === 'before') return before ?? 'active'
  if (to === 'directory') return directory ?? 'active'
  return to
}

/** Only marks remember where they came from. */
function stateBefore({ state, stateBefore: before }: Person, move: UserMove): UserState | null {
  if (move === 'mark' || move === 'lock') return state
  return move === 'approve' ? before : null
}
