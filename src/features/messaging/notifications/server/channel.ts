import type { UserHours } from '#features/messaging/delivery-times/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { MailExtras, NotificationKind } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ChannelChoices } from '../contract.ts'

/** What decides how a user is notified of a group. */
export type RecipientFacts = {
  readonly userId: number
  readonly address: string
  /** May sign in. */
  readonly active: boolean
  /** Wants no notifications but those that cannot be switched off. */
  readonly blocking: boolean
  readonly choices: ChannelChoices
  readonly hours: UserHours
  /** Whether a browser of the user shows notifications. */
  readonly hasBrowser: boolean
}

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
  /** It disturbs no user, so quiet hours do not count for it. */
  readonly isQuiet?: true
  /** Whether it reaches the user at all; every user where it is absent. */
  reaches?(facts: RecipientFacts): boolean
  /** Sends or queues the notices, in the transaction of the change. */
  deliver(portal: AppContext, tx: Tx, notices: readonly Notice[]): Promise<void>
}
