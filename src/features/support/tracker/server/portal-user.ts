import { sql } from 'kysely'
import { vendorRoles } from '#features/access/roles/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { TrackerProject } from './project-store.ts'
import type { TrackerUser } from './tracker.ts'

/** Who wrote something in a tracker: a user of the portal, else the user who set it up with the name of the other. */
export type Author = {
  readonly id: number
  /** Null for a user of the portal. */
  readonly outsideName: string | null
  /** The name in events. */
  readonly eventName: string
  /** The user in events; undefined for one whom the tracker alone knows. */
  readonly userId?: number
  /** Whose word it is. The tracker is the vendor's: whom it alone knows is vendor staff, unless it says otherwise. */
  readonly side: 'VENDOR' | 'CUSTOMER' | 'PROGRAM'
}
const sideOf = { person: 'VENDOR', customer: 'CUSTOMER', program: 'PROGRAM' } as const
type KnownUser = { readonly id: number; readonly email: string; readonly name: string; readonly isStaff: boolean }

/** The users with these addresses who belong to the account or to the vendor. */
export async function knownUsers(tx: Tx, accountId: number, emails: readonly string[]): Promise<KnownUser[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<KnownUser>`
    select u.id, u.email, u.full_name as name, exists (
        select from role_grants g where g.user_id = u.id and g.role = any(${Object.keys(vendorRoles)}::text[])) as "isStaff"
    from users u where u.email = any(${emails}::text[]) and exists (
      select from role_grants g where g.user_id = u.id and (g.account_id = ${accountId} or g.role = any(${Object.keys(vendorRoles)}::text[])))`.execute(
    tx,
  )
  return rows
}

/** A function that returns the author of what one of these users of a tracker wrote. */
export async function authorsAmong(
  tx: Tx,
  { accountId, configuredBy }: TrackerProject,
  users: readonly TrackerUser[],
): Promise<(user: TrackerUser) => Author> {
  const emails = new Set(users.flatMap(({ email }) => email ?? []))
  const usersHere = await knownUsers(tx, accountId, [...emails])
  return ({ name, email, kind }) => {
    const user = usersHere.find((one) => one.email === email)
    if (user) {
      const side = user.isStaff ? 'VENDOR' : 'CUSTOMER'
      return { id: user.id, outsideName: null, eventName: user.name, userId: user.id, side }
    }
    if (configuredBy === null)
      throw new IntegrationError('The user who set up the tracker was deleted. Save its settings again.', {
        fault: 'blocked',
      })
    const outsideName = name.slice(0, 200)
    return { id: configuredBy, outsideName, eventName: outsideName, side: sideOf[kind ?? 'person'] }
  }
}

/** The author of what was written in a tracker. */
export async function portalUser(tx: Tx, project: TrackerProject, user: TrackerUser): Promise<Author> {
  return (await authorsAmong(tx, project, [user]))(user)
}
