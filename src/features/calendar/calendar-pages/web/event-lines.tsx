import { Link } from '@tanstack/react-router'
import type { EventInstance } from '../../events/contract.ts'
import { accountCalendarEventPath, calendarEventPath } from '../paths.ts'
import { type Text, useText } from '../texts.ts'
import classes from './event-lines.module.css'
import { dayParts } from './times.ts'

/** Events as rows: day, colour, subject, then time, kind and place; each row links to its event. */
export function EventLines(props: {
  events: readonly EventInstance[]
  zone: string
  /** The time of an event in words. */
  when: (event: EventInstance) => string
  /** The words that were searched: each event is the series as a whole, and its page leads back to the search. */
  q?: string
}) {
  const t = useText()
  const { events, zone, when, q } = props
  return (
    <ul className={classes.events}>
      {events.map((event) => {
        const { weekday, day, month } = dayParts(event, zone)
        return (
          <li key={`${event.id} ${event.recurrenceId ?? ''}`}>
            <Link to={addressOf(event, q)} className={`line-link ${classes.line}`}>
              <span className={classes.day} aria-hidden>
                {weekday}
                <strong>{day}</strong>
                {month}
              </span>
              <span className={classes.colour} style={{ background: colourOf(event) }} />
              <span className={classes.words}>
                <strong className={classes.subject} translate="no">
                  {event.subject}
                </strong>
                <span className={classes.about}>
                  <time dateTime={event.startTime}>{when(event)}</time>
                  {[kindOf(event, t), event.location].filter(Boolean).map((part) => (
                    <span key={part}> · {part}</span>
                  ))}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The colour of an event: that of its first tag with one. */
export function colourOf({ tags }: Pick<EventInstance, 'tags'>): string {
  return tags.find(({ colorCode }) => colorCode)?.colorCode ?? 'var(--primary)'
}

function kindOf({ tags, maintenance }: EventInstance, t: Text): string {
  return tags.map(({ name }) => name).join(', ') || (maintenance ? t('event.maintenance') : '')
}

function addressOf({ id, account, accountId, recurrenceId }: EventInstance, q: string | undefined): string {
  const search = q !== undefined ? { q } : recurrenceId ? { at: recurrenceId } : {}
  return account !== null && accountId !== null
    ? accountCalendarEventPath({ account, accountId, eventId: id }, search)
    : calendarEventPath({ eventId: id }, search)
}
