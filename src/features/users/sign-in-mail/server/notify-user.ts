import type { FastifyRequest } from 'fastify'
import { deviceName } from '#features/access/sessions/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { NotificationKind } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accountKinds } from './account-notifications.ts'

/** The browser and network address that a request came from, for a notification about it. */
export function sentFrom({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): string {
  return `${deviceName(headers['user-agent'])}, ${ip}`
}

/** A user, or an address that is not theirs yet or any more, which is mailed. */
type Recipient = ({ readonly id: number } | { readonly address: string }) & { readonly full_name: string }

/** Notifies a user of their own account. `words` fill the text beside their name and the portal's. */
export async function notifyUser(
  tx: Tx,
  { config, notifier }: Pick<AppContext, 'config' | 'notifier'>,
  user: Recipient,
  what: keyof typeof accountKinds,
  {
    url,
    token,
    ...words
  }: {
    readonly url?: string
    /** That of the address, where it works once. */
    readonly token?: string
    readonly device?: string
    readonly who?: string
    readonly passkey?: string
    readonly provider?: string
    readonly email?: string
  } = {},
): Promise<void> {
  const kind: NotificationKind = accountKinds[what]
  await notifier.notify(tx, kind, {
    to: ['address' in user ? { address: user.address } : { userId: user.id }],
    values: { name: user.full_name, portal: config.portalName, vendor: config.vendor.name, ...words },
    link: url,
    mail: { token },
  })
}
