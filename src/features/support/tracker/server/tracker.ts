import type { AdapterField, OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import type { TrackerOptions, TrackerSystemName } from '../contract.ts'

export type Priority = StoredCase['priority']

/** The kinds of status that every tracker knows. */
export type StatusKind = 'new' | 'indeterminate' | 'done'
/** A user of the tracker; systems may hide the address. */
export type TrackerUser = {
  readonly name: string
  readonly email: string | null
  /** What the tracker says of the account; `person` where it says nothing. */
  readonly kind?: 'person' | 'customer' | 'program'
}
/** A user who is notified of an issue, by the id in the tracker. */
export type TrackerWatcher = TrackerUser & { readonly id: string }
export type IssueRef = { readonly id: string; readonly key: string }
/** `changed` is the time of its last change in the tracker's own words. */
export type ChangedIssue = IssueRef & { readonly changed: string }
export type StatusOfIssue = { readonly name: string; readonly kind: StatusKind }

/** Fields of an issue that are written; texts are Markdown. */
export type IssueFields = {
  readonly subject: string
  readonly description: string
  readonly priority: Priority
  /** Its name in the tracker; undefined for the usual one. */
  readonly priorityName: string | undefined
  /** Labels that it gets; those that the issue has besides stay. */
  readonly labels: readonly string[]
  /** Labels that it loses. */
  readonly removedLabels?: readonly string[]
  /** Issues of outages have a label, whatever their issue type is called. */
  readonly type: 'CASE' | 'OUTAGE' | 'RMA'
  /** Values of custom fields by their id. */
  readonly custom: Readonly<Record<string, string>>
}
export type NewIssue = IssueFields & {
  readonly caseKey: string
  /** The name of the issue type for it; undefined for a usual one. */
  readonly typeName: string | undefined
  readonly reporterEmail: string
}

/** A text for an issue. `marker` identifies it when it is searched after a call whose result is unknown. */
export type CommentToSend = { readonly marker: string; readonly body: string; readonly internal: boolean }
export type TrackerComment = {
  readonly id: string
  /** Null for a comment that was not written by the portal. */
  readonly marker: string | null
  readonly body: string
  /** Restricted to staff of the vendor. */
  readonly internal: boolean
  readonly author: TrackerUser
  readonly createdAt: Date
}
export type TrackerFile = {
  readonly id: string
  readonly filename: string
  readonly size: number
  readonly author: TrackerUser
  /** Part of an internal note: customers never read it. */
  readonly internal: boolean
}

/** An issue of R&D as the portal has it; what R&D writes about it stays in the portal. */
export type RndIssueFields = {
  readonly key: string
  readonly subject: string
  readonly description: string
  readonly priority: Priority
}

/** An issue as the tracker has it; texts are Markdown. */
export type TrackerIssue = ChangedIssue & {
  /** The key of the case that it was created for; null for one that was created there. */
  readonly caseKey: string | null
  readonly subject: string
  readonly description: string
  readonly status: StatusOfIssue
  /** What its name usually means. */
  readonly priority: Priority | null
  readonly priorityName: string
  readonly labels: readonly string[]
  readonly typeName: string
  readonly reporter: TrackerUser
  readonly createdAt: Date
  readonly comments: readonly TrackerComment[]
  readonly files: readonly TrackerFile[]
  /** Whether who sees it is restricted beyond the users of its project: what it has is for staff then. */
  readonly isRestricted: boolean
  /** Null where they were not read. */
  readonly watchers: readonly TrackerWatcher[] | null
}

/** A page of issues that changed. */
export type ChangedIssues = { readonly issues: readonly ChangedIssue[]; readonly next: string | null }
export type LinkKind = 'IS_BLOCKED_BY' | 'RELATES_TO' | 'DUPLICATES'

/**
 * A tracker with one login: what the portal needs of Jira, of a service desk and of others. Every failure is an
 * `IntegrationError`. Calls that change something are repeated by the caller; those that cannot be repeated have a search
 * for what they made.
 */
export type Tracker = {
  /** A text as it would be read back. */
  asStored(markdown: string): string
  /** Calls the tracker with the login, and reads the project, where one is set. */
  check(project: string | null): Promise<void>
  /** What it has for the mapping of a project. */
  options(project: string | null): Promise<TrackerOptions>
  /** The issue of a project that changed last, without its comments. */
  newest(project: string): Promise<TrackerIssue | undefined>
  /** The names of the statuses of a project. */
  statuses(project: string): Promise<readonly StatusOfIssue[]>
  /** The issue that was created for a case; `subject` finds one that has no label yet. */
  find(project: string, search: { caseKey: string; subject: string }): Promise<IssueRef | undefined>
  create(project: string, issue: NewIssue): Promise<IssueRef>
  edit(issue: { id: string; caseKey: string }, fields: Partial<IssueFields>): Promise<void>
  /** Makes the transition to a status of that name, else of that kind; nothing where the issue has it already. */
  move(id: string, search: { name: string | undefined; kind: StatusKind }): Promise<void>
  addComment(id: string, comment: CommentToSend): Promise<string>
  changeComment(id: string, commentId: string, comment: CommentToSend): Promise<void>
  removeComment(id: string, commentId: string): Promise<void>
  comments(id: string): Promise<readonly TrackerComment[]>
  attach(id: string, file: { filename: string; content: Uint8Array }): Promise<string>
  files(id: string): Promise<readonly TrackerFile[]>
  /** All bytes of a file. */
  download(file: TrackerFile): Promise<Uint8Array>
  removeFile(fileId: string): Promise<void>
  /** The user with that address; undefined for one whom the tracker does not know, or does not show. */
  findUser(email: string): Promise<TrackerWatcher | undefined>
  /** Has a user notified of an issue; `isStaff` for users of the vendor. */
  watch(id: string, user: { id: string; isStaff: boolean }): Promise<void>
  unwatch(id: string, userId: string): Promise<void>
  /** Gives an issue the issue type of a type of case, where the project has one for it. */
  changeType(id: string, to: { project: string; type: NewIssue['type']; typeName: string | undefined }): Promise<void>
  link(id: string, kind: LinkKind, otherId: string): Promise<void>
  unlink(id: string, kind: LinkKind, otherId: string): Promise<void>
  read(id: string): Promise<TrackerIssue>
  count(project: string): Promise<number>
  /** A page of all issues of the project, complete with their comments. */
  all(project: string, page: string | null): Promise<{ issues: readonly TrackerIssue[]; next: string | null }>
  /** Issues of the project that changed since then, the oldest change first. */
  changed(project: string, from: { since: Date; page: string | null }): Promise<ChangedIssues>
  /** Where issues of R&D are created; null where they stay in the portal. */
  readonly rnd: RndProject | null
}

/** The project of R&D issues on the site of a tracker. */
export type RndProject = {
  readonly key: string
  /** Address and project: the same for all connections with them. */
  readonly place: string
  find(rndKey: string): Promise<IssueRef | undefined>
  create(issue: RndIssueFields): Promise<IssueRef>
  edit(id: string, issue: RndIssueFields): Promise<void>
}

/** An outside tracker that cases are kept in step with; `server/app.ts` lists them. */
export type TrackerSystem = {
  readonly port: TrackerSystemName
  /** Its name in addresses. */
  readonly system: string
  /** Its name for users. */
  readonly name: string
  /** Fields besides address and login. */
  readonly fields: readonly AdapterField[]
  /** Whether its login is a token alone. */
  readonly tokenOnly: boolean
  open(connection: OpenedConnection): Tracker
}
