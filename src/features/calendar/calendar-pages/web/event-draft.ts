import { timeZoneShown } from '#kit/web/time/time.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { type CalendarEvent, type EventInstance, weekdays } from '../../events/contract.ts'
import { addDays, wallIn } from './times.ts'

/** The value of the account field for an event of the vendor alone. */
export const NO_ACCOUNT = 'none'
export const repeats = ['NONE', 'DAILY', 'WEEKDAYS', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Repeat = (typeof repeats)[number] | 'KEEP'

/** What the form of an event holds. Times are `yyyy-MM-ddTHH:mm`; of an all-day event the end is its last day. */
export type Draft = {
  readonly account: string
  readonly subject: string
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly isAllDay: boolean
  readonly location: string
  readonly description: string
  readonly tags: readonly string[]
  readonly repeat: Repeat
  /** A day, or empty. */
  readonly until: string
  readonly notification: readonly number[]
  readonly invitesCustomer: boolean
  readonly invitesVendor: boolean
  readonly people: readonly string[]
  readonly changeId: string
  readonly impact: string
  readonly status: string
  readonly objects: readonly string[]
  readonly quietCustomer: boolean
  readonly quietVendor: boolean
}

/** The draft of an event to change, or of a new one at the chosen time. */
export function draftOf(of: {
  event: CalendarEvent | undefined
  instance: EventInstance | undefined
  range: { readonly start: Date; readonly end: Date; readonly allDay: boolean } | undefined
  account: AccountChoice | null
  accounts: readonly AccountChoice[]
}): Draft {
  const { event, instance, range, account, accounts } = of
  const eventTime = instance ?? event
  const timeZone = event?.timeZone ?? timeZoneShown()
  const isAllDay = eventTime?.isAllDay ?? range?.allDay ?? false
  const wall = (at: Date) => (isAllDay ? at.toISOString() : wallIn(at, timeZone))
  const start = eventTime?.start ?? wall(range?.start ?? new Date())
  const end = eventTime?.end ?? wall(range?.end ?? new Date())
  const invitees = event?.attendees ?? []
  const side = (name: string) => invitees.some((one) => one.kind === 'SIDE' && one.name === name)
  return {
    account: event ? (event.accountId ?? NO_ACCOUNT) : (account?.id ?? (accounts.length === 1 ? accounts[0]!.id : '')),
    subject: event?.subject ?? '',
    start: isAllDay ? `${start.slice(0, 10)}T00:00` : start.slice(0, 16),
    end: isAllDay ? `${addDays(end.slice(0, 10), -1)}T00:00` : end.slice(0, 16),
    timeZone,
    isAllDay,
    location: event?.location ?? '',
    description: event?.description ?? '',
    tags: event?.tags.map(({ id }) => id) ?? [],
    repeat: event?.recurrence ? 'KEEP' : 'NONE',
    until: '',
    notification: event?.notification ?? [],
    invitesCustomer: side('CUSTOMER'),
    invitesVendor: side('VENDOR'),
    people: invitees.filter(({ kind }) => kind !== 'SIDE').map(({ name }) => name),
    changeId: event?.maintenance?.id ?? '',
    impact: event?.maintenance?.impact ?? 'DEGRADED',
    status: event?.maintenance?.status ?? 'CONFIRMED',
    objects: event?.maintenance?.objects ?? [],
    quietCustomer: false,
    quietVendor: false,
  }
}

/** The fields that cannot be sent, with the name of the text that says why. */
export function problemsOf({ account, subject, start, end, isAllDay }: Draft) {
  const problems: {
    account?: 'accountMissing'
    subject?: 'subjectMissing'
    start?: 'timeMissing'
    end?: 'endBeforeStart' | 'timeMissing'
  } = {}
  if (!account) problems.account = 'accountMissing'
  if (!subject.trim()) problems.subject = 'subjectMissing'
  if (!start) problems.start = 'timeMissing'
  if (!end) problems.end = 'timeMissing'
  else if (isAllDay ? end.slice(0, 10) < start.slice(0, 10) : end <= start) problems.end = 'endBeforeStart'
  return problems
}

/** The times of a draft as the calls take them. */
export function timesOf({ start, end, isAllDay }: Draft) {
  return isAllDay
    ? { start: `${start.slice(0, 10)}T00:00:00`, end: `${addDays(end.slice(0, 10), 1)}T00:00:00` }
    : { start: `${start}:00`, end: `${end}:00` }
}

/** The recurrence of a draft; undefined leaves that of the event as it is. */
export function recurrenceOf({ repeat, until, start }: Draft) {
  if (repeat === 'KEEP') return undefined
  if (repeat === 'NONE') return null
  const day = weekdays[(new Date(`${start.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7]!
  const rules = {
    DAILY: 'FREQ=DAILY',
    WEEKDAYS: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    WEEKLY: `FREQ=WEEKLY;BYDAY=${day}`,
    MONTHLY: 'FREQ=MONTHLY',
    YEARLY: 'FREQ=YEARLY',
  }
  return { rule: `${rules[repeat]}${until ? `;UNTIL=${until.replaceAll('-', '')}` : ''}`, exdates: [], rdates: [] }
}

/** The body of the call that creates or changes the event. */
export function bodyOf(
  draft: Draft,
  { isWork, hasRule, before }: { isWork: boolean; hasRule: boolean; before: CalendarEvent | undefined },
) {
  const { subject, timeZone, isAllDay, location, description, tags, notification } = draft
  const recurrence = hasRule ? recurrenceOf(draft) : undefined
  const kindByName = new Map(before?.attendees.map(({ kind, name }) => [name, kind]))
  const attendees = [
    ...(draft.invitesCustomer ? [{ kind: 'SIDE' as const, name: 'CUSTOMER' }] : []),
    ...(draft.invitesVendor ? [{ kind: 'SIDE' as const, name: 'VENDOR' }] : []),
    ...draft.people.map((name) => ({ kind: kindByName.get(name) ?? ('ADDRESS' as const), name })),
  ]
  const { changeId: id, impact, status, objects } = draft
  return {
    ...{ subject: subject.trim(), ...timesOf(draft), timeZone, isAllDay, location, description },
    ...{ tags: [...tags], notification: [...notification], attendees },
    maintenance: isWork ? { id: id.trim(), impact, status, objects: [...objects] } : null,
    ...(recurrence === undefined ? {} : { recurrence }),
  }
}
