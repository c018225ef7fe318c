import { webhookHandlers } from '#features/platform/webhooks/server/index.ts'
import {
  caseCreated,
  caseDeleted,
  caseEdited,
  caseMoved,
  caseUnwatched,
  caseWatched,
  internalCaseEvents,
} from '#features/support/cases/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { notifyRecipients, publishListChange } from './case-live.ts'
import { mailUsers } from './case-mail.ts'
import { recipientsOfEvent, toNotification } from './case-notification.ts'
import { caseFacts } from './case-webhook-facts.ts'
import { restateCase } from './restate-case.ts'

/**
 * An event of a case. With `notifies`, users get a notification and mail besides the refreshed page; a function decides
 * for one event. One that `restates` replaces or takes back a text that may wait in messages about the case.
 */
export type CaseNotificationRule = {
  readonly event: EventType
  readonly notifies?: boolean | ((recorded: RecordedEvent) => boolean)
  readonly restates?: boolean
}

/** The handlers of the events of this feature. */
export function caseHandlers(portal: AppContext): EventHandler[] {
  return caseEventHandlers(portal, [
    { event: caseCreated, notifies: true },
    { event: internalCaseEvents.created, notifies: true },
    { event: caseEdited, restates: true },
    { event: internalCaseEvents.edited, restates: true },
    { event: caseMoved, notifies: true },
    { event: internalCaseEvents.moved, notifies: true },
    { event: caseDeleted, restates: true },
    { event: caseWatched },
    { event: caseUnwatched },
  ])
}

/**
 * Live messages for all who may see the case, messages to the account's webhooks, and for events that notify, notifications and
 * mail to its recipients.
 */
export function caseEventHandlers(portal: AppContext, rules: readonly CaseNotificationRule[]): EventHandler[] {
  const webhooks = webhookHandlers(
    rules.map(({ event }) => event),
    caseFacts,
    { event: caseMoved, isIn: ({ data }) => 'status' in ((data.changes ?? {}) as object) },
  )
  return [...webhooks, ...liveHandlers(portal, rules)]
}

function liveHandlers(portal: AppContext, rules: readonly CaseNotificationRule[]): EventHandler[] {
  return rules.map(({ event, notifies = false, restates = false }) =>
    on(event, 'case-news', async (recorded, tx) => {
      // An imported event happened long ago: no user is notified.
      const events = recorded.data.imported ? undefined : await toNotification(recorded, tx)
      if (!events) return
      if (restates) await restateCase(portal, recorded, events, tx)
      await publishListChange(portal, recorded, events, tx)
      if (typeof notifies === 'function' ? !notifies(recorded) : !notifies) return
      const recipients = await recipientsOfEvent(recorded, events, tx)
      await notifyRecipients(portal, recorded, events, recipients, tx)
      await mailUsers(portal, recorded, events, recipients, tx)
    }),
  )
}
