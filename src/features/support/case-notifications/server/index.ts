import { accountCasesUpdated, caseFiled, caseNotified, casesUpdated } from '#features/support/cases/contract.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveAudience } from './audience.ts'
import { caseHandlers } from './case-event-handlers.ts'

export { caseEventHandlers } from './case-event-handlers.ts'
export { type CaseKind, caseChanged, caseKind } from './case-kinds.ts'
export { publishCaseChange } from './case-live.ts'
export { caseOfEvent } from './case-of-event.ts'
export { caseTemplateEvents, customerCaseFacts } from './case-template-events.ts'
export { replyMarker } from './notify-of-case.ts'
export { type ReplyToken, readReplyToken, replyTokenOf } from './reply-address.ts'
export { statusChangeIn } from './status-change.ts'

/** What changes of a case bring to its readers: live messages, webhooks and notifications. */
export const caseNotificationsFeature: Feature = {
  name: 'case-notifications',
  serve: serveAudience,
  eventHandlers: caseHandlers,
  topics: [casesUpdated, accountCasesUpdated, caseFiled, caseNotified],
}
