import type { Tx } from '#kit/server/database.ts'
import { postLetter } from '#kit/server/outbox/letter.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { DirectoryVerb, FollowedMove, Who } from './directory.ts'
import { embeddedDirectory } from './embedded-directory.ts'
import type { Person } from './person.ts'

/** The line of the outbox for outside directories; its subjects are ids of people. */
export const DIRECTORY_LINE = 'directory'

/** What a letter to an outside directory says; `provider` is the id of the identity provider. */
export type DirectoryLetter = {
  readonly provider: string
  readonly who: Who
  /** Of a reading: whether it takes over the name as well. */
  readonly profile?: boolean
  /** The group to come into or to leave. */
  readonly group?: string
}

/**
 * Asks the person's directory: the portal's own does it in this transaction, an outside one is written to and does it
 * after the commit. Where an outside provider only signs people in, nobody is asked.
 */
export async function askDirectory(
  portal: Pick<Portal, 'config' | 'publicUrl'>,
  tx: Tx,
  person: Person,
  verb: DirectoryVerb,
  by?: string,
): Promise<void> {
  if (person.issuer === null) await embeddedDirectory(portal, tx)[verb](whoOf(person))
  else await postToDirectory(tx, person, verb, { by })
}

/** Writes to the outside directory of the person; nothing where the portal manages nobody in it. */
export async function postToDirectory(
  tx: Tx,
  person: Person,
  verb: DirectoryVerb | FollowedMove | 'read',
  { by: postedBy, profile }: { by?: string | undefined; profile?: boolean } = {},
): Promise<void> {
  const { id, issuer, directory: provider } = person
  if (issuer === null || provider === null) return
  // Of somebody who is erased no name stays behind.
  const who = verb === 'erase' ? { ...whoOf(person), email: '', fullName: '' } : whoOf(person)
  const content: DirectoryLetter = { provider, who, ...(profile ? { profile } : {}) }
  await postLetter(tx, DIRECTORY_LINE, { subject: String(id), verb, content, postedBy })
}

/** The person as their directory knows them. */
export function whoOf({ id, issuer, subject, email, fullName }: Person): Who {
  return { subject: issuer === null ? String(id) : subject, email, fullName }
}
