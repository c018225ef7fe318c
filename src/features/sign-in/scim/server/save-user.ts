import { sql } from 'kysely'
import { editProfile } from '#features/access/user-records/server/index.ts'
import { domainOf } from '#features/sign-in/domains/contract.ts'
import { requireDomainNotForbidden } from '#features/sign-in/domains/server/index.ts'
import { createUserOfProvider, speaksFor } from '#features/sign-in/provider-users/server/index.ts'
import { accountOf, requireAnotherAdmin, userWhere } from '#features/users/managed-users/server/index.ts'
import { userEvents } from '#features/users/user-management/contract.ts'
import { transitionUser } from '#features/users/user-management/server/index.ts'
import { isTaken, storeEmail } from '#features/users/users/server/index.ts'
import { isEmail, normaliseEmail } from '#kit/contract/email-address.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf, type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { scimProblems } from '../contract.ts'
import type { ScimDirectory } from './directory-of-token.ts'
import type { SentAttributes } from './sent-user.ts'
import { findDeleted, findUser, isNameTaken, noteDeleted, type StoredUser, storeSent } from './user-store.ts'

/** What the commands of a directory need; `tx` holds the lock of the directory. */
export type DirectoryCommand = {
  readonly tx: Tx
  readonly portal: Pick<AppContext, 'config' | 'notifier'>
  readonly directory: ScimDirectory
  readonly actor: EventActor
}

/** Characters of a name and of a job title, at most. */
const [LONGEST_NAME, LONGEST_TITLE] = [200, 120]

/**
 * Creates the user of a directory, with the role that a first sign-in would give them; one whom the directory deleted
 * before returns. Returns their id.
 */
export async function createFromDirectory(command: DirectoryCommand, attributes: SentAttributes): Promise<string> {
  const { tx, directory, actor } = command
  const { userName } = attributes
  if (!userName) return invalid('userName', 'is required')
  const email = addressIn(attributes, null) ?? invalid('emails', 'must have an e-mail address')
  // A sign-in at the same moment creates the same user.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 19))`.execute(tx)
  const deletedId = await findDeleted(tx, directory, email)
  if (deletedId === undefined && (await isTaken(tx, email)))
    throwProblem(scimProblems['scim-user-exists'], { userName })
  if (deletedId !== undefined) {
    await storeSent(tx, directory, deletedId, { userName, externalId: null, givenName: null, familyName: null })
    return change(command, String(deletedId), { active: true, ...attributes })
  }
  const domain = await requireRouted(command, email)
  const fullName = nameIn(attributes, undefined) ?? email.slice(0, email.lastIndexOf('@'))
  const { id } = await createUserOfProvider(tx, directory, { email, subject: null, fullName, domain }, () => actor)
  return change(command, String(id), attributes)
}

/** Changes what a directory says of a user; 404 for one who is not its own. */
export async function changeFromDirectory(
  command: DirectoryCommand,
  id: string,
  attributes: SentAttributes,
): Promise<void> {
  await requireUser(command, id)
  await change(command, id, attributes)
}

/** Deactivates a user whom their directory deleted. */
export async function deleteFromDirectory(command: DirectoryCommand, id: string): Promise<void> {
  await requireUser(command, id)
  await setActive(command, id, false)
  await noteDeleted(command.tx, command.directory, Number(id))
}

async function change(command: DirectoryCommand, id: string, attributes: SentAttributes): Promise<string> {
  const { tx, portal, directory, actor } = command
  const managedUser = (await userWhere(tx, sql`u.id = ${Number(id)}`))!
  const user = await requireUser(command, id)
  const email = await movedTo(command, user, attributes)
  const next = {
    fullName: nameIn(attributes, user) ?? user.fullName,
    jobTitle:
      attributes.title === undefined
        ? user.title
        : (attributes.title?.replace(/\s+/g, ' ').slice(0, LONGEST_TITLE) ?? null),
    phone: phoneIn(attributes, user),
  }
  const changes = changesOf({ ...user, jobTitle: user.title }, { ...next, email })
  if (email !== user.email)
    await storeEmail(tx, portal, { id: managedUser.id, email: user.email, full_name: user.fullName }, email)
  if (Object.keys(changes).length > 0) {
    await editProfile(tx, managedUser.id, next)
    const fact = { subject: managedUser.id, account: accountOf(managedUser), data: { changes } }
    await recordEvent(tx, userEvents.userEdited, actor, fact)
  }
  const userName = attributes.userName ?? user.userName
  if (userName !== null && (await isNameTaken(tx, directory, userName, managedUser.id)))
    throwProblem(scimProblems['scim-user-exists'], { userName })
  const attributeOf = <Key extends 'externalId' | 'givenName' | 'familyName'>(key: Key) =>
    attributes[key] === undefined ? user[key] : attributes[key]
  const names = { givenName: attributeOf('givenName'), familyName: attributeOf('familyName') }
  await storeSent(tx, directory, managedUser.id, { userName, externalId: attributeOf('externalId'), ...names })
  if (typeof attributes.active === 'boolean') await setActive(command, id, attributes.active)
  return id
}

/** A suspension was decided here, and stays when the directory says that somebody is active. */
async function setActive({ tx, actor }: DirectoryCommand, id: string, active: boolean): Promise<void> {
  const user = (await userWhere(tx, sql`u.id = ${Number(id)}`))!
  if (active) {
    if (user.state === 'deprovisioned')
      await transitionUser(tx, user, { move: 'reactivate', actor, directory: 'active' })
  } else if (user.state !== 'deprovisioned' && user.state !== 'approvedForDeletion') {
    await requireAnotherAdmin(tx, user)
    await transitionUser(tx, user, { move: 'deactivate', actor })
  }
}

async function requireUser({ tx, directory }: DirectoryCommand, id: string): Promise<StoredUser> {
  const user = await findUser(tx, directory, sql<boolean>`u.id::text = ${id}`)
  return user ?? throwProblem(scimProblems['scim-user-not-found'])
}

/** The address after a change: one of a domain for which the provider speaks, and no other user's. */
async function movedTo(command: DirectoryCommand, user: StoredUser, attributes: SentAttributes): Promise<string> {
  const email = addressIn(attributes, user)
  if (email === undefined || email === user.email) return user.email
  const { tx, directory } = command
  if (user.issuer === null && user.hasCredential) {
    const { name } = directory
    throwProblem(scimProblems['scim-credentials-elsewhere'], { email: user.email, name })
  }
  await requireRouted(command, email)
  if (await isTaken(tx, email)) throwProblem(scimProblems['scim-user-exists'], { userName: email })
  return email
}

async function requireRouted({ tx, directory }: DirectoryCommand, email: string): Promise<string> {
  const domain = domainOf(email) ?? invalid('emails', 'must have an e-mail address')
  if (!(await speaksFor(tx, directory, email, domain)))
    throwProblem(scimProblems['scim-domain-not-routed'], { domain, name: directory.name })
  return requireDomainNotForbidden(tx, email)
}

/**
 * The address that is said: among the e-mail addresses, else in the user name where that was the address before. A
 * user name may look like an address and be none (Microsoft Entra).
 */
function addressIn({ email, userName }: SentAttributes, user: StoredUser | null): string | undefined {
  if (email && !isEmail(email)) return invalid('emails', `has no e-mail address in ${email}`)
  if (email) return normaliseEmail(email)
  const isAddress = user === null || (user.userName ?? user.email) === user.email
  return userName && isAddress && isEmail(userName) ? normaliseEmail(userName) : undefined
}

/** The name to show: `displayName`, else `name.formatted`, else the parts. */
function nameIn(attributes: SentAttributes, user: StoredUser | undefined): string | undefined {
  const { displayName, formatted: formattedName } = attributes
  const saysParts = attributes.givenName !== undefined || attributes.familyName !== undefined
  const parts = [attributes.givenName ?? user?.givenName, attributes.familyName ?? user?.familyName]
    .filter(Boolean)
    .join(' ')
  const name = displayName ?? formattedName ?? (saysParts ? parts : '')
  return name.replace(/\s+/g, ' ').slice(0, LONGEST_NAME) || undefined
}

/** A telephone number as the portal takes them; what is none is left out. */
function phoneIn({ phone }: SentAttributes, user: StoredUser): string | null {
  if (phone === undefined) return user.phone
  return phone && phone.length <= 40 && /^\+?[0-9 ()./-]+$/.test(phone) ? phone : null
}

function invalid(attribute: string, flaw: string): never {
  return throwProblem(scimProblems['scim-value-invalid'], { attribute, flaw })
}
