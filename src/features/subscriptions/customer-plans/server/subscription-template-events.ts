import { sql } from 'kysely'
import type { TemplateEvent } from '#features/messaging/announcements/server/index.ts'
import { dayText } from '#features/messaging/templates/contract.ts'
import { isEvent } from '#kit/server/events/event-handler.ts'
import { readSubscriptions, subscriptionExpiring } from '../contract.ts'
import { accountSubscriptionPath } from '../paths.ts'

const expiring: TemplateEvent<'SUBSCRIPTION_EXPIRING'> = {
  event: 'SUBSCRIPTION_EXPIRING',
  recorded: [subscriptionExpiring],
  readable: readSubscriptions,
  async factsOf(event, db) {
    if (!isEvent(event, subscriptionExpiring)) return undefined
    const { accountId, data } = event
    // No reminder for a customer to whom the subscription is not shown.
    const { rows } = await sql<{ name: string }>`
      select a.name from accounts a join subscriptions s on s.account_id = a.id
      where a.id = ${accountId} and a.deleted_at is null and s.show_to_customer`.execute(db)
    if (!rows[0]) return undefined
    const { name } = rows[0]
    return {
      accounts: [name],
      link: accountSubscriptionPath({ account: name, accountId: accountId! }),
      values: expiryValues(data),
    }
  },
}

const reminder: TemplateEvent<'SUBSCRIPTION_REMINDER'> = {
  event: 'SUBSCRIPTION_REMINDER',
  recorded: [subscriptionExpiring],
  readable: readSubscriptions,
  async factsOf(event, db) {
    if (!isEvent(event, subscriptionExpiring)) return undefined
    const { accountId, data } = event
    const account = await db
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return (
      account && {
        accounts: [account.name],
        link: null,
        values: reminderValues(data),
      }
    )
  },
}

type Expiry = { readonly plan: string; readonly expires: string }

function expiryValues({ plan, expires }: Expiry) {
  return { 'subscription.plan': plan, 'subscription.expires': dayText(Date.parse(expires), 'UTC') }
}

/** The values of the reminder to the customer success manager. */
export function reminderValues({ daysLeft, ...expiry }: Expiry & { readonly daysLeft: number }) {
  return { ...expiryValues(expiry), 'subscription.daysLeft': String(Math.max(daysLeft, 0)) }
}

/** Subscriptions that expire, for templates: announcements to managers, and the mail to the customer success manager. */
export const subscriptionTemplateEvents: readonly TemplateEvent[] = [expiring, reminder]
