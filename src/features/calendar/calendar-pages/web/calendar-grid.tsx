import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import { Calendar, type DateSelectInfo, type EventApi } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import type { EventInstance } from '../../events/contract.ts'
import { useText } from '../texts.ts'
import classes from './calendar.module.css'
import { type View, wallIn } from './times.ts'

const types = { month: 'dayGridMonth', week: 'timeGridWeek', list: 'listMonth' } as const
const plugins = [dayGrid, timeGrid, list, interaction, theme]
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** What the user chose in the grid: instants, or days when all day. */
export type Range = { readonly start: Date; readonly end: Date; readonly allDay: boolean }

/** The events of a view, which can be opened, made by dragging over free time, moved and resized. */
export function CalendarGrid(props: {
  view: View
  day: string
  zone: string
  events: readonly EventInstance[]
  showsAccount: boolean
  onOpen: (event: EventInstance) => void
  onChoose?: (range: Range) => void
  onMove: (event: EventInstance, range: Range, revert: () => void) => void
}) {
  const t = useText()
  const { view, day, zone, events, showsAccount, onOpen, onChoose, onMove } = props
  const move = ({ event, revert }: { event: EventApi; revert: () => void }) => {
    const instance = instanceOf(event)
    if (event.start)
      onMove(instance, { start: event.start, end: event.end ?? event.start, allDay: event.allDay }, revert)
  }
  return (
    <div className={classes.grid} data-view={view} translate="no">
      <Calendar
        key={`${view} ${day} ${zone}`}
        plugins={plugins}
        initialView={types[view]}
        initialDate={day}
        timeZone={zone}
        headerToolbar={false}
        height={view === 'week' ? '100%' : 'auto'}
        firstDay={1}
        locale="en-gb"
        nowIndicator
        scrollTime={firstHour(events, zone)}
        slotDuration="01:00:00"
        snapDuration="00:15:00"
        expandRows
        eventInteractive
        eventDisplay={view === 'list' ? 'auto' : 'block'}
        dayMaxEvents={4}
        eventTimeFormat={clock}
        slotHeaderFormat={clock}
        allDayText={t('allDay')}
        noEventsText={t('none')}
        selectable={onChoose !== undefined}
        selectMirror
        longPressDelay={400}
        {...(onChoose ? { select: choose(onChoose) } : {})}
        events={events.map((event, index) => ({
          id: String(index),
          title: event.subject,
          start: event.isAllDay ? event.start.slice(0, 10) : event.startTime,
          end: event.isAllDay ? event.end.slice(0, 10) : event.endTime,
          allDay: event.isAllDay,
          editable: event.isEditable,
          extendedProps: { instance: event },
          color: event.tags.find(({ colorCode }) => colorCode)?.colorCode ?? 'var(--primary)',
          className: `${classes.event} ${event.tags.some(({ holdsOutages }) => holdsOutages) ? classes.work : ''}`,
        }))}
        eventContent={({ event, timeText }) => {
          const instance = event.extendedProps.instance as EventInstance | undefined
          // The time that is being chosen is drawn as an event too, and is none yet.
          if (!instance) return <span className={classes.time}>{timeText}</span>
          const { accountName, subject } = instance
          return (
            <span className={classes.text}>
              {timeText && view === 'month' && <span className={classes.time}>{timeText}</span>}
              <span className={classes.subject} translate="no">
                {subject}
              </span>
              {showsAccount && <span className={classes.account}>{accountName ?? t('vendorAlone')}</span>}
              {timeText && view !== 'month' && <span className={classes.time}>{timeText}</span>}
            </span>
          )
        }}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          onOpen(instanceOf(event))
        }}
        eventDrop={move}
        eventResize={move}
      />
    </div>
  )
}

/** Hands on what was chosen, and takes its mark away: it would be in the way of the next choice. */
function choose(onChoose: (range: Range) => void) {
  return ({ start, end, allDay, view }: DateSelectInfo) => {
    view.calendar.unselect()
    onChoose({ start, end, allDay })
  }
}

/** An hour before the first event of the view begins, at most eight in the morning: work is at night. */
function firstHour(events: readonly EventInstance[], zone: string): string {
  const hours = events
    .filter(({ isAllDay }) => !isAllDay)
    .map(({ startTime }) => Number(wallIn(new Date(startTime), zone).slice(11, 13)))
  return `${String(Math.max(0, Math.min(8, ...hours) - 1)).padStart(2, '0')}:00:00`
}

function instanceOf(event: EventApi): EventInstance {
  return event.extendedProps.instance as EventInstance
}
