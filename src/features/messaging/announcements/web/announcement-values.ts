import type { recurrences, Weekday } from '#features/messaging/delivery-times/contract.ts'
import type { AnnouncementType, DeliveryMethod, InputValues } from '#features/messaging/templates/contract.ts'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import type { Announcement, NewAnnouncement, RecipientsType } from '../contract/announcement.ts'

/** The values of the editor: times as the author's clock shows them. */
export type AnnouncementValues = {
  title: string
  message: string
  /** Empty: the text is written by hand. */
  templateId: string
  inputs: InputValues
  type: AnnouncementType
  categoryId: string
  deliveryMethod: DeliveryMethod
  emailCopy: boolean
  system: boolean
  link: string
  attachmentsUrls: string[]
  expires: string
  recipientsType: RecipientsType
  accounts: string[]
  withChildren: boolean
  roles: string[]
  deploymentTypes: string[]
  versions: string[]
  stages: string[]
  regions: string[]
  plans: string[]
  bundles: string[]
  teams: string[]
  excluded: string[]
  usernames: string
  when: 'NOW' | (typeof recurrences)[number]
  at: string
  timeZone: string
  timeZoneOf: 'AUTHOR' | 'RECIPIENT'
  interval: number
  daysOfWeek: Weekday[]
  daysOfMonth: string
  stop: 'NEVER' | 'OCCURRENCES' | 'DATE'
  occurrences: number
  stopDate: string
}

/** The values of a new announcement. */
export function newValues(timeZone: string, categoryId: string): AnnouncementValues {
  const tomorrow = clock(Date.now() + 24 * 60 * 60_000, timeZone)
  return {
    ...{
      title: '',
      message: '',
      templateId: '',
      inputs: {},
      type: 'info',
      categoryId,
      deliveryMethod: 'BellAlert',
      emailCopy: false,
      system: false,
    },
    ...{
      link: '',
      attachmentsUrls: [],
      expires: '',
      recipientsType: 'EVERYONE',
      accounts: [],
      withChildren: false,
      roles: [],
      versions: [],
    },
    ...{
      deploymentTypes: [],
      stages: [],
      regions: [],
      plans: [],
      bundles: [],
      teams: [],
      excluded: [],
      usernames: '',
      when: 'NOW',
      timeZone,
    },
    ...{ at: `${tomorrow.slice(0, 10)}T09:00`, timeZoneOf: 'AUTHOR', interval: 1, daysOfWeek: [], daysOfMonth: '' },
    ...{ stop: 'NEVER', occurrences: 5, stopDate: '' },
  }
}

/** The values of a stored announcement. */
export function valuesOf(announcement: Announcement): AnnouncementValues {
  const { recipients, stoppingPoint, timeZone } = announcement
  return {
    ...newValues(timeZone, announcement.categoryId),
    title: announcement.title,
    message: announcement.message,
    templateId: announcement.templateId ?? '',
    inputs: announcement.inputs,
    type: announcement.type,
    deliveryMethod: announcement.deliveryMethod,
    emailCopy: announcement.emailCopy,
    system: announcement.system,
    attachmentsUrls: [...announcement.attachmentsUrls],
    link: announcement.link ?? '',
    expires: announcement.expirationTs ? clock(Date.parse(announcement.expirationTs), timeZone) : '',
    recipientsType: announcement.recipientsType,
    accounts: recipients.accounts ?? [],
    withChildren: recipients.withChildren ?? false,
    roles: recipients.roles ?? [],
    deploymentTypes: recipients.deploymentTypes ?? [],
    versions: recipients.versions ?? [],
    stages: recipients.stages ?? [],
    regions: recipients.regions ?? [],
    plans: recipients.plans ?? [],
    bundles: recipients.bundles ?? [],
    teams: recipients.teams ?? [],
    excluded: recipients.exclude?.accounts ?? [],
    usernames: (recipients.usernames ?? []).join('\n'),
    when:
      announcement.deliveryTimeType === 'NOW' && announcement.recurrence === 'ONCE' ? 'NOW' : announcement.recurrence,
    at: clock(Date.parse(announcement.deliveryTime), timeZone),
    timeZoneOf: announcement.timeZoneOf,
    interval: announcement.interval,
    daysOfWeek: announcement.daysOfWeek,
    daysOfMonth: announcement.daysOfMonth.join(', '),
    stop: stoppingPoint.type,
    occurrences: stoppingPoint.occurrences ?? 5,
    stopDate: stoppingPoint.date ?? '',
  }
}

/** The request body of these values. `storedAnnouncement` keeps the fields that the editor does not show. */
export function announcementOf(values: AnnouncementValues, storedAnnouncement?: Announcement): NewAnnouncement {
  const { when, timeZone } = values
  return {
    ...(values.templateId
      ? { templateId: values.templateId, inputs: values.inputs }
      : { title: values.title, message: values.message, templateId: null }),
    type: values.type,
    deliveryMethod: values.deliveryMethod,
    categoryId: values.categoryId,
    emailCopy: values.emailCopy,
    system: values.system,
    link: values.link.trim() || null,
    queryParams: storedAnnouncement?.queryParams ?? {},
    attachmentsUrls: values.attachmentsUrls,
    expirationTs: instant(values.expires, timeZone) ?? null,
    recipientsType: values.recipientsType,
    recipients: recipientsOf(values),
    timeZone,
    deliveryTimeType: when === 'NOW' ? 'NOW' : 'AT',
    ...(when === 'NOW'
      ? storedAnnouncement
        ? { deliveryTime: storedAnnouncement.deliveryTime }
        : {}
      : { deliveryTime: timeOf(values, storedAnnouncement) ?? '' }),
    timeZoneOf: when === 'NOW' ? 'AUTHOR' : values.timeZoneOf,
    recurrence: when === 'NOW' ? 'ONCE' : when,
    interval: values.interval,
    daysOfWeek: when === 'WEEKLY' ? values.daysOfWeek : [],
    daysOfMonth: when === 'MONTHLY' ? numbersOf(values.daysOfMonth) : [],
    stoppingPoint: stoppingPointOf(values),
  }
}

function recipientsOf(values: AnnouncementValues): NewAnnouncement['recipients'] {
  const exclude = values.excluded.length > 0 ? { exclude: { accounts: values.excluded } } : {}
  if (values.recipientsType === 'USERS')
    return { usernames: values.usernames.split(/[\s,;]+/).filter((name) => name !== ''), ...exclude }
  if (values.recipientsType !== 'FILTER') return exclude
  const { accounts, withChildren, roles, deploymentTypes, versions, stages, regions, plans, bundles, teams } = values
  return {
    accounts,
    withChildren,
    roles,
    deploymentTypes,
    versions,
    stages,
    regions,
    plans,
    bundles,
    teams,
    ...exclude,
  } as NewAnnouncement['recipients']
}

function stoppingPointOf({ when, stop, occurrences, stopDate }: AnnouncementValues): NewAnnouncement['stoppingPoint'] {
  if (when === 'NOW' || when === 'ONCE' || stop === 'NEVER') return { type: 'NEVER' }
  return stop === 'OCCURRENCES' ? { type: stop, occurrences } : { type: stop, ...(stopDate ? { date: stopDate } : {}) }
}

/** The first delivery; a stored one in the same minute stays unchanged. */
function timeOf(
  { at, timeZone }: AnnouncementValues,
  storedAnnouncement: Announcement | undefined,
): string | undefined {
  if (storedAnnouncement && clock(Date.parse(storedAnnouncement.deliveryTime), storedAnnouncement.timeZone) === at)
    return storedAnnouncement.deliveryTime
  return instant(at, timeZone)
}

/** `2026-11-24T09:00` on a clock in the zone, as an instant. */
function instant(at: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${at}Z`)
  return Number.isNaN(wall) ? undefined : new Date(momentOf(wall, timeZone)).toISOString()
}

function clock(at: number, timeZone: string): string {
  return new Date(wallTimeOf(at, timeZone)).toISOString().slice(0, 16)
}

function numbersOf(text: string): number[] {
  return [...new Set(text.split(/[\s,;]+/).map(Number))].filter((day) => Number.isInteger(day) && day !== 0)
}
