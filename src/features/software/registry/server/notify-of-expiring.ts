import { sql } from 'kysely'
import { eventMailTexts } from '#features/messaging/announcements/server/index.ts'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { defineNotification } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { manageRegistryAccess } from '../contract.ts'
import { registryPath } from '../paths.ts'
import { type Expiring, expiringValues } from './expiring-credential.ts'

const credentialExpires = defineNotification('registry-credential.expires', {
  group: notificationsOf.releases,
  title: 'The registry credential {name} of {account} expires on {day}',
  text: 'The registry credential {name} of {account} expires on {day}: {left}. Then hosts with it can no longer pull images.\n\nCreate a new one, then change it where it is used.',
  open: 'Open the registry credentials',
  readable: [manageRegistryAccess],
})

/**
 * Notifies the account's users who manage its credentials; the mail has the text of the bound template or the usual one.
 */
export async function notifyOfExpiring(
  tx: Tx,
  portal: Pick<AppContext, 'notifier' | 'publicUrl'>,
  due: Expiring,
): Promise<void> {
  const { id, accountId, account, displayName, days, daysLeft, name } = due
  const users = await managersOf(tx, accountId)
  const bound = { events: ['CREDENTIAL_EXPIRING'], account, baseUrl: portal.publicUrl() } as const
  const filled = expiringValues(due)
  const texts = await eventMailTexts(
    tx,
    bound,
    { ...filled, 'account.name': displayName },
    users.map(({ email }) => email),
  )
  const left = daysLeft === 1 ? '1 day is left' : `${daysLeft} days are left`
  await portal.notifier.notify(tx, credentialExpires, {
    to: users.map(({ id: userId }) => ({ userId })),
    values: { name, account: displayName, day: filled['credential.expires'], left },
    link: registryPath(due),
    key: `${id} ${days}`,
    readable: { permission: manageRegistryAccess, accountId },
    mail: ({ address }) => texts?.get(address) ?? {},
  })
}

async function managersOf(tx: Tx, accountId: number): Promise<readonly { id: number; email: string }[]> {
  const roles = manageRegistryAccess.grants.map(({ role }) => role)
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email from users u where u.erased_at is null and u.id in (
      select g.user_id from role_grants g where g.account_id = ${accountId} and g.role = any(${roles}::text[])) order by u.email`.execute(
    tx,
  )
  return rows
}
