import { halWhole } from '#kit/server/list/hal-list.ts'
import { dropLetter, type LetterState, lettersOf, sendAgain } from '#kit/server/outbox/letter.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { WriteCall } from '#kit/server/serve/call.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  type DirectoryLetter,
  dropDirectoryLetter,
  listDirectoryLetters,
  managedUserProblems,
  sendDirectoryLetterAgain,
  syncUsers,
  userEvents,
} from '../contract.ts'
import { DIRECTORY_LINE } from './ask-directory.ts'
import { accountOf, lockPerson, type Person, requireManage } from './person.ts'

const SHOWN = 50

/** What a person's outside directory was told, and what to do about what it did not take. */
export function serveLetters(portal: Portal): void {
  serve(portal, listDirectoryLetters, async (call) => {
    const letters = await portal.db.transaction().execute(async (tx) => {
      const { id } = await lockPerson(tx, call.session, call.params.id)
      return lettersOf(tx, DIRECTORY_LINE, String(id), { limit: SHOWN })
    })
    return halWhole(call, 'letters', letters.map(onTheWire))
  })

  serveWrite(portal, sendDirectoryLetterAgain, async (call) => {
    const { person, letter } = await addressed(call)
    if (!(await sendAgain(call.tx, DIRECTORY_LINE, letter))) refuse(managedUserProblems['directory-letter-not-found'])
    await call.record(userEvents.userDirectoryAsked, factOf(person, 'send-again', letter.id))
    return undefined
  })

  serveWrite(portal, dropDirectoryLetter, async (call) => {
    const { person, letter } = await addressed(call)
    if (!(await dropLetter(call.tx, DIRECTORY_LINE, letter))) refuse(managedUserProblems['directory-letter-not-found'])
    await call.record(userEvents.userDirectoryAsked, factOf(person, 'drop', letter.id))
    return undefined
  })
}

async function addressed(call: WriteCall<typeof sendDirectoryLetterAgain>) {
  const { tx, session, params } = call
  const person = await lockPerson(tx, session, params.id)
  requireManage(session, syncUsers, person)
  return { person, letter: { id: Number(params.letterId), subject: String(person.id) } }
}

function factOf(person: Person, verb: string, letter: number) {
  return { subject: person.id, account: accountOf(person), data: { verb, letter } }
}

function onTheWire({ id, postedAt, nextTryAt, settledAt, ...letter }: LetterState): DirectoryLetter {
  return {
    ...letter,
    id: String(id),
    postedAt: postedAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
    settledAt: settledAt?.toISOString() ?? null,
  }
}
