import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { EventHandler } from '#kit/server/events/event-dispatcher.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { notifyRecipients, publishListChange } from './case-live.ts'
import { mailUsers } from './case-mail.ts'
import { isFiling, recipientsOfEvent, toNotification } from './case-notification.ts'

const changes = [
  'case.created',
  'case.internal-created',
  'case.edited',
  'case.internal-edited',
  'case.status-changed',
  'case.internal-status-changed',
  'case.deleted',
  'case.converted-to-outage',
  'case.outage-edited',
  'case.outage-updated',
  'case.milestone-reached',
  'case.linked',
  'case.unlinked',
  'case.watched',
  'case.unwatched',
  'case.commented',
  'case.comment-edited',
  'case.comment-deleted',
  'case.internally-commented',
  'case.internal-comment-edited',
  'case.internal-comment-deleted',
  'case.attachment-added',
  'case.attachment-deleted',
  'case.attachment-quarantined',
]
const said = [
  'case.converted-to-outage',
  'case.outage-updated',
  'case.commented',
  'case.internally-commented',
  'case.status-changed',
  'case.internal-status-changed',
]

/** What hangs from the events of cases: live messages for all who may see the case, word and mail to those concerned. */
export function caseHandlers(portal: AppContext): EventHandler[] {
  return changes.map((event) => ({
    event,
    name: 'case-news',
    async run(recorded, tx) {
      // What was imported happened long ago: nobody is told any more.
      const events = recorded.data.imported ? undefined : await toNotification(recorded, tx)
      if (!events) return
      await publishListChange(portal, recorded, events, tx)
      if (!concernsUsers(recorded)) return
      const told = await recipientsOfEvent(recorded, events, tx)
      await notifyRecipients(portal, recorded, events, told, tx)
      await mailUsers(portal, recorded, events, told, tx)
    },
  }))
}

function concernsUsers(event: RecordedEvent): boolean {
  const { milestone } = event.data as { milestone?: { name?: string } }
  return isFiling(event) || said.includes(event.name) || milestone?.name === 'in-your-release'
}
