import { sql } from 'kysely'
import { invitePerson, voucherOf } from '#features/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import { askDirectory } from './ask-directory.ts'
import { personWhere } from './person.ts'

/**
 * Makes a person and has them sent the way in: by the portal, or, where their domain is routed to a provider in whose
 * directory the portal manages people, by that directory, which makes them too. Answers their id.
 */
export async function inviteUser(
  portal: Pick<Portal, 'config' | 'publicUrl'>,
  tx: Tx,
  { doer, email, fullName }: { doer: Doer; email: string; fullName: string },
): Promise<number> {
  const voucher = await voucherOf(tx, portal.config, { email, issuer: null })
  const issuer = voucher?.managed ? voucher.issuer : null
  const id = await invitePerson(tx, doer, { email, fullName, issuer })
  await askDirectory(portal, tx, (await personWhere(tx, sql`u.id = ${id}`))!, 'invite', doer.personName ?? undefined)
  return id
}
