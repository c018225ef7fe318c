import { sql } from 'kysely'
import { endSessionsOf } from '#features/sessions/server/index.ts'
import { sendWayIn, signInUrl, tellPerson, type Voucher } from '#features/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import { dropLetters } from '#kit/server/outbox/letter.ts'
import type { Portal } from '#kit/server/portal.ts'
import { userEvents } from '../contract.ts'
import { askDirectory, DIRECTORY_LINE } from './ask-directory.ts'
import { embeddedDirectory } from './embedded-directory.ts'
import { accountOf, type Person, personWhere } from './person.ts'

type From = Pick<Portal, 'config' | 'publicUrl'>

/** States that a password got somebody into; without it they are over. */
const ofPassword: readonly string[] = ['recovery', 'passwordExpired', 'lockedOut']

/**
 * Has an outside provider vouch for a person (locked) from now on: their credentials here and their sessions end, API tokens
 * stay. The provider's first sign-in of their address binds them to its own name of them.
 */
export async function moveToProvider(
  portal: From,
  tx: Tx,
  person: Person,
  { provider, from, doer }: { provider: Voucher; from: string | null; doer: Doer },
): Promise<void> {
  const { id, email, fullName, state } = person
  const next = ofPassword.includes(state) ? 'active' : state
  await embeddedDirectory(portal, tx).erase({ subject: String(id), email, fullName })
  await endSessionsOf(tx, { personId: id, why: 'administrator', doer })
  await bindTo(tx, person, { issuer: provider.issuer, state: next })
  const changes = { provider: [from, provider.name], ...(next === state ? {} : { userState: [state, next] }) }
  const fact = { subject: id, account: accountOf(person), data: { changes } }
  await recordEvent(tx, userEvents.userMovedToProvider, doer, fact)
  if (isGone(state)) return
  await askDirectory(portal, tx, (await personWhere(tx, sql`u.id = ${id}`))!, 'invite', doer.personName ?? undefined)
  const words = { provider: provider.name, url: signInUrl(portal.publicUrl(), email) }
  await tellPerson(tx, portal.config, { email, full_name: fullName }, 'moved-to-provider', words)
}

/** Has the portal look after a person (locked) again: their sessions end, and a link for a password goes out with `mail`. */
export async function moveBack(
  portal: From,
  tx: Tx,
  person: Person,
  { from, doer, mail }: { from: string; doer: Doer; mail: boolean },
): Promise<void> {
  const { id, email, fullName } = person
  await endSessionsOf(tx, { personId: id, why: 'administrator', doer })
  await bindTo(tx, person, { issuer: null, state: person.state })
  const data = { changes: { provider: [from, null] } }
  await recordEvent(tx, userEvents.userMovedBack, doer, { subject: id, account: accountOf(person), data })
  if (!mail || isGone(person.state)) return
  const { config } = portal
  const row = { id, email, full_name: fullName, issuer: null }
  await sendWayIn(tx, { config, publicUrl: portal.publicUrl() }, row, 'provider-left')
}

/** From now on the person is this issuer's; what a directory that they leave still had to hear of them concerns it no more. */
async function bindTo(
  tx: Tx,
  { id, version }: Person,
  { issuer, state }: Pick<Person, 'issuer' | 'state'>,
): Promise<void> {
  await dropLetters(tx, DIRECTORY_LINE, String(id))
  await tx
    .updateTable('users')
    .set({ issuer, subject: null, directory_group: null, state, version: version + 1, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Whoever was shut out, or is to be deleted, is told nothing and let in nowhere. */
function isGone(state: Person['state']): boolean {
  return ['suspended', 'deprovisioned', 'candidateForDeletion', 'approvedForDeletion'].includes(state)
}
