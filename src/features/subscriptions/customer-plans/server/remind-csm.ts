import { eventMailTexts } from '#features/messaging/announcements/server/index.ts'
import { dayText } from '#features/messaging/templates/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { readSubscriptions } from '../contract.ts'
import { subscriptionPath } from '../paths.ts'
import { subscriptionExpired, subscriptionExpires } from './subscription-notifications.ts'
import { reminderValues } from './subscription-template-events.ts'

/** A reminder that is due. */
export type DueReminder = {
  readonly id: number
  readonly accountId: number
  readonly accountName: string
  /** The name that users know. */
  readonly account: string
  readonly plan: string
  readonly expires: string
  readonly threshold: number
  readonly daysLeft: number
  /** The customer success manager, and their address. */
  readonly csmId: number | null
  readonly csm: string | null
}

/** Notifies the customer success manager; the mail has the text of the bound template or the usual one. */
export async function remindCsm(
  tx: Tx,
  portal: Pick<AppContext, 'notifier' | 'publicUrl'>,
  reminder: DueReminder,
): Promise<void> {
  const { id, accountId, account, accountName, plan, expires, threshold, daysLeft, csmId, csm } = reminder
  if (csmId === null || csm === null) return
  const baseUrl = portal.publicUrl()
  const texts = await eventMailTexts(
    tx,
    { events: ['SUBSCRIPTION_REMINDER'], account: accountName, baseUrl },
    { ...reminderValues(reminder), 'account.name': account },
    [csm],
  )
  const left = daysLeft === 1 ? '1 day is left' : `${Math.max(daysLeft, 0)} days are left`
  await portal.notifier.notify(tx, threshold < 0 ? subscriptionExpired : subscriptionExpires, {
    to: [{ userId: csmId }],
    values: { account, plan, day: dayText(Date.parse(expires), 'UTC'), left },
    link: subscriptionPath({ subscriptionId: id }),
    key: `${id} ${expires} ${threshold}`,
    readable: { permission: readSubscriptions, accountId },
    mail: ({ address }) => texts?.get(address) ?? {},
  })
}
