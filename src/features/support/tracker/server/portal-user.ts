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
}

/** The user with that address who belongs to the account or to the vendor. */
export async function knownUser(
  tx: Tx,
  accountId: number,
  email: string | null,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.full_name as name from users u where u.email = ${email} and exists (
      select from role_grants g where g.user_id = u.id and (g.account_id = ${accountId} or g.role = any(${Object.keys(vendorRoles)}::text[])))`.execute(
    tx,
  )
  return rows[0]
}

/** The author of what was written in a tracker. */
export async function portalUser(
  tx: Tx,
  { accountId, configuredBy }: TrackerProject,
  { name, email }: TrackerUser,
): Promise<Author> {
  const known = await knownUser(tx, accountId, email)
  if (known) return { id: known.id, outsideName: null, eventName: known.name }
  if (configuredBy === null)
    throw new IntegrationError('The user who set up the tracker was deleted. Save its settings again.', {
      fault: 'blocked',
    })
  const outsideName = name.slice(0, 200)
  return { id: configuredBy, outsideName, eventName: outsideName }
}
