import { sql } from 'kysely'
import { endSessionsOf } from '#features/access/sessions/server/index.ts'
import { moveToProvider } from '#features/access/user-records/server/index.ts'
import { accountOf, type ManagedUser, userWhere } from '#features/users/managed-users/server/index.ts'
import {
  type ExternalProvider,
  notifyUser,
  sendSignInInstructions,
  signInUrl,
} from '#features/users/sign-in-mail/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, fromTo, recordEvent } from '#kit/server/events/event.ts'
import { discardMessages } from '#kit/server/outbox/outbox-message.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { userEvents } from '../contract.ts'
import { embeddedDirectory } from './embedded-directory.ts'
import { DIRECTORY_LINE, updateDirectory } from './update-directory.ts'

type From = Pick<AppContext, 'config' | 'notifier' | 'publicUrl'>

/** States that depend on a password; without one they end. */
const ofPassword: readonly string[] = ['recovery', 'passwordExpired', 'lockedOut']

/**
 * Has an external provider authenticate a user (locked) from now on: their credentials here and their sessions end, API
 * tokens stay. The first sign-in of their address at the provider binds them to its own id of them.
 */
export async function migrateUserToProvider(
  portal: From,
  tx: Tx,
  user: ManagedUser,
  { provider, from, actor }: { provider: ExternalProvider; from: string | null; actor: EventActor },
): Promise<void> {
  const { id, email, fullName, state } = user
  const next = ofPassword.includes(state) ? 'active' : state
  await embeddedDirectory(portal, tx).erase({ subject: String(id), email, fullName })
  await endSessionsOf(tx, { userId: id, why: 'administrator', actor })
  await bindTo(tx, user, { issuer: provider.issuer, state: next })
  const changes = {
    provider: fromTo(from, provider.name),
    ...(next === state ? {} : { userState: fromTo(state, next) }),
  }
  const fact = { subject: id, account: accountOf(user), data: { changes } }
  await recordEvent(tx, userEvents.userMovedToProvider, actor, fact)
  if (isGone(state)) return
  await updateDirectory(portal, tx, (await userWhere(tx, sql`u.id = ${id}`))!, 'invite', actor.userName ?? undefined)
  const words = { provider: provider.name, url: signInUrl(portal.publicUrl(), email) }
  await notifyUser(tx, portal, { id, full_name: fullName }, 'moved-to-provider', words)
}

/**
 * Forgets by which identifier the provider knows a user (locked), after it changed there: the next verified sign-in of
 * their address binds them again. Their sessions end: it is not known yet whether it is the same person.
 */
export async function forgetLink(
  tx: Tx,
  user: ManagedUser,
  { from, reason, actor }: { from: string; reason: string | null; actor: EventActor },
): Promise<void> {
  await endSessionsOf(tx, { userId: user.id, why: 'administrator', actor })
  await bindTo(tx, user, { issuer: user.issuer, state: user.state })
  const fact = { subject: user.id, account: accountOf(user), data: { provider: from, reason } }
  await recordEvent(tx, userEvents.userLinkForgotten, actor, fact)
}

/** Has the portal manage a user (locked) again: their sessions end, and a link for a password is sent with `mail`. */
export async function moveBack(
  portal: From,
  tx: Tx,
  user: ManagedUser,
  { from, actor, mail }: { from: string; actor: EventActor; mail: boolean },
): Promise<void> {
  const { id, email, fullName } = user
  await endSessionsOf(tx, { userId: id, why: 'administrator', actor })
  await bindTo(tx, user, { issuer: null, state: user.state })
  const data = { changes: { provider: fromTo(from, null) } }
  await recordEvent(tx, userEvents.userMovedBack, actor, { subject: id, account: accountOf(user), data })
  if (!mail || isGone(user.state)) return
  const { config, notifier } = portal
  const row = { id, email, full_name: fullName, issuer: null }
  await sendSignInInstructions(tx, { config, notifier, publicUrl: portal.publicUrl() }, row, 'provider-left')
}

/** Binds the user to this issuer; pending messages to a directory that they leave are discarded. */
async function bindTo(
  tx: Tx,
  { id }: ManagedUser,
  { issuer, state }: Pick<ManagedUser, 'issuer' | 'state'>,
): Promise<void> {
  await discardMessages(tx, DIRECTORY_LINE, String(id))
  await moveToProvider(tx, id, { issuer, state })
}

/** Users who were blocked, or are to be deleted, get no message and no access. */
function isGone(state: ManagedUser['state']): boolean {
  return ['suspended', 'deprovisioned', 'candidateForDeletion', 'approvedForDeletion'].includes(state)
}
