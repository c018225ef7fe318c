import type { Announcement, NewAnnouncement, Recipients } from '../contract.ts'

/** Every field that an author writes. */
export type AnnouncementRecord = Pick<Announcement, keyof NewAnnouncement>

/** An announcement with defaults for absent fields: now, once, in the author's zone. */
export function completeAnnouncement(
  newAnnouncement: NewAnnouncement,
  { timeZone, now }: { timeZone: string; now: Date },
): AnnouncementRecord {
  const deliveryTimeType = newAnnouncement.deliveryTimeType ?? (newAnnouncement.deliveryTime ? 'AT' : 'NOW')
  return {
    title: newAnnouncement.title ?? '',
    message: newAnnouncement.message ?? '',
    templateId: newAnnouncement.templateId ?? null,
    inputs: newAnnouncement.inputs ?? {},
    type: newAnnouncement.type,
    deliveryMethod: newAnnouncement.deliveryMethod,
    categoryId: newAnnouncement.categoryId,
    recipientsType: newAnnouncement.recipientsType,
    recipients: withoutEmpty(newAnnouncement.recipients ?? {}),
    link: newAnnouncement.link ?? null,
    queryParams: newAnnouncement.queryParams ?? {},
    attachmentsUrls: newAnnouncement.attachmentsUrls ?? [],
    emailCopy: newAnnouncement.emailCopy ?? false,
    expirationTs: newAnnouncement.expirationTs ?? null,
    system: newAnnouncement.system ?? false,
    deliveryTimeType,
    deliveryTime: deliveryTimeType === 'NOW' ? now.toISOString() : (newAnnouncement.deliveryTime ?? ''),
    timeZone: newAnnouncement.timeZone ?? timeZone,
    timeZoneOf: newAnnouncement.timeZoneOf ?? 'AUTHOR',
    recurrence: newAnnouncement.recurrence ?? 'ONCE',
    interval: newAnnouncement.interval ?? 1,
    daysOfWeek: newAnnouncement.daysOfWeek ?? [],
    daysOfMonth: newAnnouncement.daysOfMonth ?? [],
    stoppingPoint: newAnnouncement.stoppingPoint ?? { type: 'NEVER' },
  }
}

/** Recipients without empty criteria. User names are compared in lower case. */
export function withoutEmpty({ exclude, ...criteria }: Recipients): Recipients {
  const keptCriteria = Object.fromEntries(
    Object.entries(criteria).filter(([, value]) => value !== undefined && value !== false && !isEmptyList(value)),
  ) as Recipients
  if (keptCriteria.usernames)
    keptCriteria.usernames = [...new Set(keptCriteria.usernames.map((name) => name.trim().toLowerCase()))]
  const without = exclude && withoutEmpty(exclude)
  return without && hasCriteria(without) ? { ...keptCriteria, exclude: without } : keptCriteria
}

/** Whether any criterion narrows these recipients. */
export function hasCriteria({ exclude: _, withChildren: __, ...criteria }: Recipients): boolean {
  return Object.values(criteria).some((value) => value !== undefined)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
