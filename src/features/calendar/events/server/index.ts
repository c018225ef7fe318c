import fastifyMultipart from '@fastify/multipart'
import { sql } from 'kysely'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { defineJob, taskOf } from '#kit/server/job.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  answerEvent,
  calendarChanged,
  changeEvent,
  createEvent,
  deleteEvent,
  downloadEvent,
  eventAnswered,
  eventChanged,
  eventCreated,
  eventDeleted,
  eventFileAdded,
  eventFileDeleted,
  eventsImported,
  everyCalendarChanged,
  findClashes,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  readEvent,
  searchEvents,
} from '../contract.ts'
import { answerInvitation } from './answer-event.ts'
import { attendeeAddresses } from './attendee-addresses.ts'
import { change } from './change-event.ts'
import { create } from './create-event.ts'
import { remove } from './delete-event.ts'
import { serveEventFiles } from './event-files.ts'
import { eventJson } from './event-json.ts'
import { findEvents } from './event-row.ts'
import { visibleEvent } from './event-scope.ts'
import { clashesOf } from './find-clashes.ts'
import { writeIcs } from './ics/write-ics.ts'
import { acceptCalendarFiles, serveImport } from './import-events.ts'
import { listFound, listOfAccount, listOfAccounts, listOfEvent } from './list-instances.ts'
import { remindAttendees } from './remind-attendees.ts'

export { findEvents } from './event-row.ts'
export { visibleEvents } from './event-scope.ts'
export { writeIcs } from './ics/write-ics.ts'
export { type AnnouncedWork, announcedWork, readMaintenance } from './maintenance.ts'
export { makeDemoEvents } from './make-demo-events.ts'
export { removeUserFromCalendar } from './remove-user.ts'
export { type EventHit, searchEventsFor } from './search-events.ts'
export { takeEventAnswer } from './take-answer.ts'

/** Events of accounts and of the vendor alone, once or repeated. */
export const calendarFeature: Feature = {
  name: 'calendar',
  async serve(portal) {
    const { db } = portal
    serve(portal, listInstances, (call) => listOfAccount(db, call))
    serve(portal, listInstancesOfAccounts, (call) => listOfAccounts(db, call))
    serve(portal, listInstancesOfEvent, (call) => listOfEvent(db, call))
    serve(portal, searchEvents, (call) => listFound(db, call))
    serve(portal, readEvent, async ({ session, params }) => {
      const event = await eventJson(db, session, await visibleEvent(db, session, params.id))
      return respond(event, { etag: etagOf(event.version) })
    })
    registerStream(portal, downloadEvent, async ({ session, params, reply }) => {
      const { id, seriesId, subject } = await visibleEvent(db, session, params.id)
      const series = seriesId ?? id
      const rows = await findEvents(
        db,
        sql`${series} in (e.id, e.series_id)`,
        sql`order by e.series_id nulls first, e.recurrence_id`,
      )
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `${subject}.ics`))
        .send(await writeIcs(rows))
    })
    registerCommand(portal, createEvent, (call) => create(portal, call))
    registerCommand(portal, changeEvent, (call) => change(portal, call))
    registerCommand(portal, deleteEvent, (call) => remove(portal, call))
    registerCommand(portal, answerEvent, answerInvitation)
    registerCommand(portal, findClashes, (call) => clashesOf(call.tx, call))
    // Each in a scope of its own: elsewhere bodies of these types are rejected.
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart, { throwFileSizeLimit: false })
      serveEventFiles({ ...portal, http }, fileStoreOf(portal.config))
    })
    await portal.http.register(async (http) => {
      await acceptCalendarFiles(http)
      serveImport({ ...portal, http })
    })
  },
  topics: [calendarChanged, everyCalendarChanged],
  eventHandlers: (portal) => [...liveHandlers(portal), attendeeAddresses],
  tasks: (portal) => [
    taskOf(defineJob('calendar.remind'), {
      cron: '* * * * *',
      run: (_, stopping) => remindAttendees(portal, Date.now(), stopping),
    }),
  ],
}

const events = [
  eventCreated,
  eventChanged,
  eventDeleted,
  eventAnswered,
  eventFileAdded,
  eventFileDeleted,
  eventsImported,
]
const facts = {
  [eventCreated.name]: 'created',
  [eventChanged.name]: 'changed',
  [eventDeleted.name]: 'deleted',
  [eventAnswered.name]: 'answered',
  [eventFileAdded.name]: 'attachments',
  [eventFileDeleted.name]: 'attachments',
  [eventsImported.name]: 'imported',
} as const

/** Live messages to open calendars; events of the vendor alone reach vendor staff only. */
function liveHandlers({ live }: AppContext): EventHandler[] {
  return [
    on(events, 'calendar.live', async ({ id: eventId, name, accountId, data, requestId }, tx) => {
      const { rows } = await sql<{ name: string }>`select name from accounts where id = ${accountId}`.execute(tx)
      const account = rows[0]?.name ?? null
      if (accountId !== null && account === null) return
      const body = { event: facts[name], account, eventId: 'eventId' in data ? data.eventId : null }
      await live.publish(tx, { topic: everyCalendarChanged, body, eventId, requestId })
      if (account !== null)
        await live.publish(tx, { topic: calendarChanged, params: { account }, body, eventId, requestId })
    }),
  ]
}
