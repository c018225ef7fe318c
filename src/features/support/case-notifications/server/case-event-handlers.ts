import { webhookHandlers } from '#features/platform/webhooks/server/index.ts'
import type { Recipient } from '#features/support/case-access/server/index.ts'
import {
  caseCreated,
  caseDeleted,
  caseEdited,
  caseMoved,
  caseUnwatched,
  caseWatched,
  internalCaseEvents,
} from '#features/support/cases/contract.ts'
import { mentionedIn } from '#kit/contract/mentioned-in.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { caseChanged, caseFiled, caseMentioned, serviceDown, textIn } from './case-kinds.ts'
import { notifyRecipients, publishListChange } from './case-live.ts'
import { recipientsOfEvent, toNotification } from './case-notification.ts'
import { type CaseRule, declareRules, kindOf } from './case-rules.ts'
import { caseFacts } from './case-webhook-facts.ts'
import { notifyOfCase } from './notify-of-case.ts'
import { restateCase } from './restate-case.ts'

/** The handlers of the events of this feature. */
export function caseHandlers(portal: AppContext): EventHandler[] {
  return caseEventHandlers(portal, [
    { event: caseCreated, notifies: filed },
    { event: internalCaseEvents.created, notifies: filed },
    { event: caseEdited, restates: true, template: 'CASE_UPDATED' },
    { event: internalCaseEvents.edited, restates: true },
    { event: caseMoved, notifies: caseChanged, template: 'CASE_UPDATED' },
    { event: internalCaseEvents.moved, notifies: caseChanged },
    { event: caseDeleted, restates: true },
    { event: caseWatched },
    { event: caseUnwatched },
  ])
}

const filed = ({ data }: RecordedEvent) => (data.serviceDown ? serviceDown : caseFiled)

/**
 * Live messages for all who may see the case, messages to the account's webhooks, and for events that notify, notifications
 * to its recipients.
 */
export function caseEventHandlers(portal: AppContext, rules: readonly CaseRule[]): EventHandler[] {
  declareRules(rules)
  const webhooks = webhookHandlers(
    rules.map(({ event }) => event),
    caseFacts,
    { event: caseMoved, isIn: ({ data }) => 'status' in ((data.changes ?? {}) as object) },
  )
  return [...webhooks, ...liveHandlers(portal, rules)]
}

function liveHandlers(portal: AppContext, rules: readonly CaseRule[]): EventHandler[] {
  return rules.map(({ event, restates = false }) =>
    on(event, 'case-news', async (event, tx) => {
      // An imported event happened long ago: no user is notified.
      const about = event.data.imported ? undefined : await toNotification(event, tx)
      if (!about) return
      if (restates) await restateCase(portal, event, about, tx)
      await publishListChange(portal, event, about, tx)
      const kind = kindOf(event)
      if (!kind) return
      const recipients = await recipientsOfEvent(event, about, tx)
      await notifyRecipients(portal, event, about, recipients, tx)
      const mentioned = mentionedIn(textIn(event))
      const isMentioned = ({ username }: Recipient) => mentioned.includes(username)
      await notifyOfCase(portal, { event: event, about, kind: caseMentioned }, recipients.filter(isMentioned), tx)
      const others = recipients.filter((one) => !isMentioned(one))
      await notifyOfCase(portal, { event: event, about, kind }, others, tx)
    }),
  )
}
