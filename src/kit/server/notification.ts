import type { NotificationChannel } from '#kit/contract/notification-channels.ts'
import type { Permission } from '#kit/contract/permission.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from './database.ts'
import type { Mail } from './mail-content.ts'

/** Kinds of notification that users switch together: for each group they choose what each channel does. */
export type NotificationGroup = {
  /** Stored with what the user chose; a to z alone. */
  readonly name: string
  /** Its name in the settings. */
  readonly text: string
  /** What the user is notified of, in one sentence. */
  readonly note: string
  /** The subscription of the user (part 1) that switches its mail: one setting with two names. */
  readonly subscription?: 'CASES' | 'RELEASES' | 'CALENDAR'
  /** It cannot be switched off, and waits for nothing: what is about the user's own account, for example. */
  readonly required?: true
}

/**
 * A kind of notification. Its texts are filled with the values of one notification: `{name}` stands for one, and a blank
 * line begins a paragraph.
 */
export type NotificationKind<Texts extends string = string> = {
  /** `<subject>.<what happened>`, like the name of an event; stored. */
  readonly name: string
  readonly group: NotificationGroup
  /** One line: in the inbox and in browsers, and the subject of the mail unless that has its own. */
  readonly title: string
  readonly subject?: string | undefined
  /** What the mail says, and the inbox beneath the title. */
  readonly text: string
  /** What the link is called in the mail; none without it. */
  readonly open?: string | undefined
  /** Delivered now, whatever the user's quiet hours and digests say. */
  readonly urgent?: boolean | undefined
  /** Sent as mail alone: it has a link that works once, or text for the addressee alone. */
  readonly mailOnly?: boolean | undefined
  /** The permissions of which a notification of the kind needs one to be read later. */
  readonly readable?: readonly Permission[] | undefined
  /** Only the type: the names of the values. */
  readonly values?: Placeholder<Texts>
}

/** The names in braces in a text. */
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

const groups = new Map<string, NotificationGroup>()
const kinds = new Map<string, NotificationKind>()

/** Declares a group of notifications. */
export function notificationGroup(name: string, declaration: Omit<NotificationGroup, 'name'>): NotificationGroup {
  const group = { name, ...declaration }
  groups.set(name, group)
  return group
}

/** Declares a kind of notification. */
export function defineNotification<
  const Title extends string,
  const Text extends string,
  const Subject extends string = never,
  const Open extends string = never,
>(
  name: string,
  declaration: {
    readonly group: NotificationGroup
    readonly title: Title
    readonly subject?: Subject
    readonly text: Text
    readonly open?: Open
    readonly urgent?: boolean
    readonly mailOnly?: boolean
    readonly readable?: readonly Permission[]
  },
): NotificationKind<Title | Text | Subject | Open> {
  const kind: NotificationKind<Title | Text | Subject | Open> = { name, ...declaration }
  kinds.set(name, kind)
  return kind
}

/** The permissions that notifications of the loaded kinds need. */
export function readingPermissions(): readonly Permission[] {
  return [...new Set([...kinds.values()].flatMap(({ readable = [] }) => readable))]
}

/** The groups that have kinds, in the order in which they were declared. */
export function notificationGroups(): readonly NotificationGroup[] {
  const used = new Set([...kinds.values()].flatMap(({ group, mailOnly }) => (mailOnly ? [] : group.name)))
  return [...groups.values()].filter(({ name }) => used.has(name))
}

/** The kinds of all loaded declarations, by name. */
export function notificationKinds(): readonly NotificationKind[] {
  return [...kinds.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** A user, over all channels or these alone; or an address where there may be no user, which is mailed. */
export type NotificationRecipient =
  | { readonly userId: number; readonly channels?: readonly NotificationChannel[] | undefined }
  | { readonly address: string }

/** What the mail has besides the texts of the kind. */
export type MailExtras = Partial<
  Pick<Mail, 'subject' | 'paragraphs' | 'formatted' | 'author' | 'replyTo' | 'calendar'>
> & {
  /** The token in the link, where it works once. */
  readonly token?: string | undefined
}

/** One notification for one or many recipients. */
export type NewNotification<Kind extends NotificationKind> = {
  readonly to: readonly NotificationRecipient[]
  readonly values: Readonly<Record<NonNullable<Kind['values']>, string | number>>
  /** A path of the portal, or a whole address. */
  readonly link?: string | undefined
  /** Each recipient gets one notification of the kind with this key. Without it, one for each call. */
  readonly key?: string | undefined
  /** What notifications about one thing have in common: the inbox and mail programs show them as one. Letters, digits, hyphens. */
  readonly thread?: string | undefined
  /**
   * The inbox and digests show it as long as the user has this permission, one of those of the kind, in the account where
   * there is one.
   */
  readonly readable?: { readonly permission: Permission; readonly accountId: number | null } | undefined
  /** Was taken back, and is written again for those who had it. */
  readonly restated?: readonly TakenBack[] | undefined
  /** Instead of what the kind says. */
  readonly urgent?: boolean | undefined
  /** Differs from one recipient to the other where it is a function. */
  readonly mail?:
    | MailExtras
    | ((recipient: { readonly userId?: number | undefined; readonly address: string }) => MailExtras)
}

/** What happens with the mail of a user: sent now, after their quiet hours, in their digest, or not at all. */
export type MailOutcome = 'NOW' | 'AFTER_QUIET_HOURS' | 'IN_DIGEST' | 'NONE'

/** Notifies users over the channels that they chose. Provided by the feature *notifications*. */
export type Notifier = {
  /**
   * Stores a notification in the transaction of the change, in the inbox of each recipient, and queues what their other
   * channels send. Users who are erased or may not sign in get none, unless its group is required.
   */
  notify<Kind extends NotificationKind>(tx: Tx, kind: Kind, notification: NewNotification<Kind>): Promise<void>
  /** What would happen with the mail of these users, were they notified now; nothing is sent. */
  mailOutcomes(
    db: Database | Tx,
    kind: Pick<NotificationKind, 'group'>,
    to: { readonly userIds: readonly number[]; readonly urgent: boolean },
  ): Promise<ReadonlyMap<number, MailOutcome>>
  /**
   * Takes notifications out of the inboxes, and out of what waits to be sent, because a text in them was replaced or taken
   * back. Returns what was taken; `notify` with it as `restated` puts back what stands.
   */
  takeBack(tx: Tx, at: ToTakeBack): Promise<TakenBack[]>
  /** Replaces a piece of text in the notifications of a thread, and in its mails that wait to be sent. */
  replaceText(tx: Tx, thread: string, text: { readonly before: string; readonly after: string }): Promise<void>
}

/** Notifications of a thread: with these keys, of all users or of one. */
export type ToTakeBack = {
  readonly thread: string
  readonly keys: readonly string[] | 'all'
  readonly userId?: number | undefined
}

/** The notification of a user that was taken back. */
export type TakenBack = {
  readonly kind: string
  readonly key: string
  readonly userId: number
  /** Whether its mail was not sent yet, and goes out with the text that stands. */
  readonly mailWaits: boolean
  /** The state of the row in the inbox; null where only a mail waited. */
  readonly row: {
    readonly at: Date
    readonly readAt: Date | null
    readonly listed: boolean
    readonly digestAt: Date | null
  } | null
}

/** The texts of a notification: those of its kind with its values. */
export function textsOf<Kind extends NotificationKind>(
  kind: Kind,
  values: Readonly<Record<string, string | number>>,
): { title: string; subject: string; text: string; open?: string | undefined } {
  const oneLine = (text: string) =>
    fillText(text, values)
      .replace(/[\s\0]+/g, ' ')
      .trim()
  return {
    title: oneLine(kind.title),
    subject: oneLine(kind.subject ?? kind.title),
    text: fillText(kind.text, values),
    open: kind.open === undefined ? undefined : oneLine(kind.open),
  }
}
