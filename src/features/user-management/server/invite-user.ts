import { sql } from 'kysely'
import { invitePerson } from '#features/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import { askDirectory } from './ask-directory.ts'
import { isManaged, personWhere } from './person.ts'

/**
 * Makes a person and has them sent the way in: by the portal, or, where their domain is routed to a provider in whose
 * directory the portal manages people, by that directory, which makes them too. Answers their id.
 */
export async function inviteUser(
  portal: Pick<Portal, 'config' | 'publicUrl'>,
  tx: Tx,
  { doer, email, fullName }: { doer: Doer; email: string; fullName: string },
): Promise<number> {
  const issuer = await managedIssuerOf(tx, email)
  const from = { config: portal.config, publicUrl: portal.publicUrl(), doer, mail: issuer === undefined }
  const { id } = await invitePerson(tx, from, { email, fullName })
  if (issuer === undefined) return id
  await tx.updateTable('users').set({ issuer }).where('id', '=', id).execute()
  await askDirectory(portal, tx, (await personWhere(tx, sql`u.id = ${id}`))!, 'invite', doer.personName)
  return id
}

/** The provider that the address is routed to, if the portal manages people in its directory. `*` takes what nobody else has. */
async function managedIssuerOf(tx: Tx, email: string): Promise<string | undefined> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { rows } = await sql<{ issuer: string; managed: boolean }>`
    select p.issuer, ${isManaged} as managed from identity_providers p
    where p.enabled and p.issuer is not null and (${domain} = any(p.domains) or '*' = any(p.domains))
    order by ${domain} = any(p.domains) desc, p.id limit 1`.execute(tx)
  return rows[0]?.managed ? rows[0].issuer : undefined
}
