import { sql } from 'kysely'
import { noUser } from '#kit/server/events/event.ts'
import { forgetLetters, type Letter } from '#kit/server/outbox/letter.ts'
import type { OutboxLine } from '#kit/server/outbox/outbox-line.ts'
import type { Portal } from '#kit/server/portal.ts'
import { applyEntry } from './apply-entry.ts'
import { DIRECTORY_LINE, type DirectoryLetter, postToDirectory } from './ask-directory.ts'
import { type Directory, type DirectoryVerb, type FollowedMove, followedMoves } from './directory.ts'
import { personWhere } from './person.ts'
import { tellUserChanged } from './tell-user-changed.ts'

/** After these there is nothing new to read. */
const silent: readonly string[] = ['read', 'endSessions', 'erase', 'joinGroup', 'leaveGroup']

/** Delivers to outside directories what was decided here, then reads what they make of it. */
export function directoryLine(portal: Portal, directoryOf: (providerId: string) => Promise<Directory>): OutboxLine {
  const { db } = portal
  return {
    name: DIRECTORY_LINE,
    async deliver(letter) {
      const { provider, who, group } = letter.content as DirectoryLetter
      const directory = await directoryOf(provider)
      if (letter.verb === 'read') return readInto(letter, directory)
      if (group !== undefined) return directory.setMember?.(who, group, letter.verb === 'joinGroup')
      if (isFollowed(letter.verb)) return directory.follow?.(who, letter.verb)
      const verb = letter.verb as DirectoryVerb
      if (verb === 'resetPassword' && letter.attempt > 1) return directory.resetPassword(who, letter.postedAt)
      return directory[verb](who)
    },
    async settled(tx, { verb, subject }, state) {
      // Of somebody who is erased no name stays behind, in what was told before neither.
      if (verb === 'erase' && state === 'DONE') return forgetLetters(tx, DIRECTORY_LINE, subject)
      const person = await personWhere(tx, sql`u.id = ${Number(subject)}`)
      if (!person) return
      if (state === 'DONE' && !silent.includes(verb)) await postToDirectory(tx, person, 'read')
      await tellUserChanged(portal, tx, person)
    },
  }

  async function readInto({ content, subject }: Letter, directory: Directory): Promise<void> {
    const { provider, who, profile } = content as DirectoryLetter
    const entry = await directory.read(who)
    await db.transaction().execute(async (tx) => {
      const person = await personWhere(
        tx,
        sql`u.id = ${Number(subject)} and u.subject is not distinct from ${who.subject}`,
      )
      // Meanwhile they may have been moved away.
      if (person?.directory === provider) await applyEntry(tx, person, { entry, profile, doer: noUser })
    })
  }
}

function isFollowed(verb: string): verb is FollowedMove {
  return (followedMoves as readonly string[]).includes(verb)
}
