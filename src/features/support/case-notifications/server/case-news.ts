import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { TakenBack } from '#kit/server/notification.ts'
import type { CaseKind } from './case-kinds.ts'
import type { CaseNotification } from './case-notification.ts'

/** An event of a case, and how users are notified of it. */
export type CaseNews = {
  readonly event: RecordedEvent
  readonly about: CaseNotification
  readonly kind: CaseKind
  /** Written again for those who had it. */
  readonly restated?: readonly TakenBack[]
}
