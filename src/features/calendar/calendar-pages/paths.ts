import { pagePath } from '#kit/contract/page-path.ts'

const search = ['view', 'date', 'tags', 'at', 'subject', 'description', 'q'] as const

/** The calendar of the vendor. */
export const calendarPath = pagePath('/calendar', search)

/** An event of it. */
export const calendarEventPath = pagePath('/calendar/event/$eventId', search)

/** The calendar of an account. */
export const accountCalendarPath = pagePath('/$account/$accountId/calendar', search)

/** An event of it. */
export const accountCalendarEventPath = pagePath('/$account/$accountId/calendar/event/$eventId', search)
