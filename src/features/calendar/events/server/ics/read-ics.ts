import { throwProblem } from '#kit/server/http-problem.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { calendarProblems, MOST_IMPORTED } from '../../contract.ts'
import { type Component, readComponents, textOf } from './content-lines.ts'
import { zonesOf } from './file-zones.ts'
import { type FileEvent, type RejectedEvent, readEvent } from './read-event.ts'

/** The events of an iCalendar file (RFC 5545), and those that cannot be read; times without a zone are in that of the account. Read in slices. */
export async function readIcs(text: string, accountZone: string): Promise<(FileEvent | RejectedEvent)[]> {
  const read = await readComponents(text)
  if ('error' in read) throwProblem(calendarProblems['calendar-import-unreadable'], { reason: read.error })
  const calendars = read.components.filter(({ name }) => name === 'VCALENDAR')
  if (calendars.length === 0)
    throwProblem(calendarProblems['calendar-import-unreadable'], { reason: 'it has no VCALENDAR' })
  const eventsIn = ({ components }: Component) => components.filter(({ name }) => name === 'VEVENT')
  const count = calendars.reduce((sum, calendar) => sum + eventsIn(calendar).length, 0)
  if (count > MOST_IMPORTED) throwProblem(calendarProblems['calendar-import-too-large'], { limit: MOST_IMPORTED })
  if (count === 0) throwProblem(calendarProblems['calendar-import-unreadable'], { reason: 'it has no events' })
  const events: (FileEvent | RejectedEvent)[] = []
  for (const calendar of calendars.filter((one) => eventsIn(one).length > 0)) {
    const method = textOf(calendar, 'METHOD')?.toUpperCase() ?? ''
    const find = await zonesOf(calendar, accountZone)
    if (!find)
      throwProblem(calendarProblems['calendar-import-unreadable'], { reason: 'it defines too many time zones' })
    const place = { method, accountZone, find }
    events.push(...(await mapInSlices(eventsIn(calendar), (event) => readEvent(event, place))))
  }
  return events
}
