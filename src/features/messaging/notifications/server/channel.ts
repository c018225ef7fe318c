import type { Tx } from '#kit/server/database.ts'
import type { MailExtras, NotificationKind } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** A notification on its way to one recipient over one channel. */
export type Notice = {
  /** Absent for an address without a user. */
  readonly userId?: number | undefined
  readonly address: string
  readonly kind: NotificationKind
  readonly key: string
  readonly title: string
  readonly subject: string
  readonly text: string
  /** What the link is called in the mail. */
  readonly open?: string | undefined
  readonly link?: string | undefined
  readonly thread?: string | undefined
  readonly mail: MailExtras
  /** Not before this time: the end of the quiet hours. */
  readonly sendAt?: Date | undefined
}

/**
 * A way in which notifications reach users. What users may choose for it stands in `channelChoices`; to whom and when
 * is decided before (`deliveryTo`).
 */
export type Channel = {
  /** Sends or queues the notices, in the transaction of the change. */
  deliver(portal: AppContext, tx: Tx, notices: readonly Notice[]): Promise<void>
}
