import { sql } from 'kysely'
import {
  lockPerson,
  moveUser,
  type Person,
  personWhere,
  requireAnotherAdmin,
  requireManage,
  requireOther,
} from '#features/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Session } from '#kit/server/session.ts'
import { approveDeletions, deleteUsers, deletionProblems } from '../contract.ts'

/** People in the order of their ids, so that two who lock many wait for each other instead of for ever. */
async function lockPeople(tx: Tx, session: Session, ids: readonly string[]): Promise<Person[]> {
  const people: Person[] = []
  for (const id of [...new Set(ids)].sort((one, other) => Number(one) - Number(other)))
    people.push(await lockPerson(tx, session, id))
  return people
}

/** Deactivates people at once and has them erased in the next nightly run: deactivated, marked and approved in one go. */
export async function deletePeople(tx: Tx, session: Session, doer: Doer, ids: readonly string[]): Promise<Person[]> {
  const people = await lockPeople(tx, session, ids)
  for (const person of people) {
    requireManage(session, deleteUsers, person)
    requireOther(session, person)
    await requireAnotherAdmin(tx, person)
    for (const move of ['deactivate', 'mark', 'approve'] as const) {
      const now = await personWhere(tx, sql`u.id = ${person.id}`)
      if (now!.state === 'approvedForDeletion') break
      await moveUser(tx, now!, { move, doer })
    }
  }
  return people
}

/** Approves the deletion of people, all of whom must be candidates. */
export async function approvePeople(tx: Tx, session: Session, doer: Doer, ids: readonly string[]): Promise<Person[]> {
  const people = await lockPeople(tx, session, ids)
  for (const person of people) {
    requireManage(session, approveDeletions, person)
    requireOther(session, person)
    await requireAnotherAdmin(tx, person)
    if (person.state !== 'candidateForDeletion')
      refuse(deletionProblems['not-all-candidates'], { name: person.fullName })
  }
  for (const person of people) await moveUser(tx, person, { move: 'approve', doer })
  return people
}
