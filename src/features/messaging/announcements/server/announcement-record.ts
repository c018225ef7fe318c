import type { Announcement, NewAnnouncement, Recipients } from '../contract.ts'

/** Every field that an author writes. */
export type AnnouncementRecord = Pick<Announcement, keyof NewAnnouncement>

/** An announcement with defaults for absent fields: now, once, in the author's zone. */
export function completeAnnouncement(
  given: NewAnnouncement,
  { timeZone, now }: { timeZone: string; now: Date },
): AnnouncementRecord {
  const deliveryTimeType = given.deliveryTimeType ?? (given.deliveryTime ? 'AT' : 'NOW')
  return {
    title: given.title ?? '',
    message: given.message ?? '',
    templateId: given.templateId ?? null,
    inputs: given.inputs ?? {},
    type: given.type,
    deliveryMethod: given.deliveryMethod,
    categoryId: given.categoryId,
    recipientsType: given.recipientsType,
    recipients: withoutEmpty(given.recipients ?? {}),
    link: given.link ?? null,
    queryParams: given.queryParams ?? {},
    attachmentsUrls: given.attachmentsUrls ?? [],
    emailCopy: given.emailCopy ?? false,
    expirationTs: given.expirationTs ?? null,
    system: given.system ?? false,
    deliveryTimeType,
    deliveryTime: deliveryTimeType === 'NOW' ? now.toISOString() : (given.deliveryTime ?? ''),
    timeZone: given.timeZone ?? timeZone,
    timeZoneOf: given.timeZoneOf ?? 'AUTHOR',
    recurrence: given.recurrence ?? 'ONCE',
    interval: given.interval ?? 1,
    daysOfWeek: given.daysOfWeek ?? [],
    daysOfMonth: given.daysOfMonth ?? [],
    stoppingPoint: given.stoppingPoint ?? { type: 'NEVER' },
  }
}

/** Recipients without empty criteria. User names are compared in lower case. */
export function withoutEmpty({ exclude, ...criteria }: Recipients): Recipients {
  const kept = Object.fromEntries(
    Object.entries(criteria).filter(([, value]) => value !== undefined && value !== false && !isEmptyList(value)),
  ) as Recipients
  if (kept.usernames) kept.usernames = [...new Set(kept.usernames.map((name) => name.trim().toLowerCase()))]
  const without = exclude && withoutEmpty(exclude)
  return without && hasCriteria(without) ? { ...kept, exclude: without } : kept
}

/** Whether any criterion narrows these recipients. */
export function hasCriteria({ exclude: _, withChildren: __, ...criteria }: Recipients): boolean {
  return Object.values(criteria).some((value) => value !== undefined)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
