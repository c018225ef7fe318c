import { throwProblem } from '#kit/server/http-problem.ts'
import { calendarProblems, MOST_IMPORTED } from '../../contract.ts'
import { readComponents, textOf } from './content-lines.ts'
import { zonesOf } from './file-zones.ts'
import { type FileEvent, type Rejected, readEvent } from './read-event.ts'

/** The events of an iCalendar file (RFC 5545), and those that cannot be read; times without a zone are in that of the account. */
export function readIcs(text: string, accountZone: string): (FileEvent | Rejected)[] {
  const read = readComponents(text)
  if ('error' in read) throwProblem(calendarProblems['calendar-import-unreadable'], { reason: read.error })
  const calendars = read.components.filter(({ name }) => name === 'VCALENDAR')
  if (calendars.length === 0)
    throwProblem(calendarProblems['calendar-import-unreadable'], { reason: 'it has no VCALENDAR' })
  const events = calendars.flatMap((calendar) => {
    const method = textOf(calendar, 'METHOD')?.toUpperCase() ?? ''
    const place = { method, accountZone, find: zonesOf(calendar, accountZone) }
    return calendar.components.filter(({ name }) => name === 'VEVENT').map((event) => ({ event, place }))
  })
  if (events.length > MOST_IMPORTED)
    throwProblem(calendarProblems['calendar-import-too-large'], { limit: MOST_IMPORTED })
  if (events.length === 0) throwProblem(calendarProblems['calendar-import-unreadable'], { reason: 'it has no events' })
  return events.map(({ event, place }) => readEvent(event, place))
}
