import { sql } from 'kysely'
import { zoneOfAuthor } from '#features/messaging/delivery-times/server/index.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type Announcement,
  announcementCreated,
  announcementDeleted,
  announcementProblems,
  announcementUpdated,
  type createAnnouncement,
  type deleteAnnouncement,
  type updateAnnouncement,
} from '../contract.ts'
import { requireOwnFiles } from './announcement-files.ts'
import { completeAnnouncement, withoutEmpty } from './announcement-record.ts'
import { requireValid } from './announcement-rules.ts'
import { announcementOf, columnsOf } from './announcement-store.ts'
import { enable } from './delivery/enable.ts'
import { planDeliveries } from './delivery/plan-deliveries.ts'
import { fillAnnouncement } from './fill-announcement.ts'
import { limitOf, requireReached, requireRecipients } from './require-recipients.ts'

/** Stores an announcement, and plans its delivery unless it is a draft. */
export async function writeAnnouncement(call: CommandContext<typeof createAnnouncement>) {
  const { tx, session } = call
  const { draft = false, confirmEmpty: isConfirmed = false, ...announcementBody } = call.body
  const now = new Date()
  const record = completeAnnouncement(announcementBody, { now, timeZone: await zoneOfAuthor(tx, session.userId) })
  const personal = await fillAnnouncement(tx, record, { texts: announcementBody })
  requireValid(record, { now, timeChanged: true })
  await requireRecipients(tx, session, record)
  await requireOwnFiles(tx, session, { urls: record.attachmentsUrls, before: [] })
  const limit = limitOf(session)
  await requireReached(tx, record, { limit, confirmed: isConfirmed || draft })
  const { id } = await tx
    .insertInto('announcements')
    .values({ ...columnsOf(record), personal, limited_to: limit, author_id: session.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!draft) await enable(tx, id)
  await call.record(announcementCreated, { subject: id, data: { title: record.title, draft } })
  return replyWith(await announcementOf(tx, session, String(id)))
}

const scheduleFields = [
  ...['deliveryTimeType', 'deliveryTime', 'timeZone', 'timeZoneOf', 'recurrence', 'interval'],
  ...['daysOfWeek', 'daysOfMonth', 'stoppingPoint'],
]

/** Changes an announcement. Users who have it see the new text; a new schedule is planned from now on. */
export async function changeAnnouncement(call: CommandContext<typeof updateAnnouncement>) {
  const { tx, session } = call
  const before = await announcementOf(tx, session, call.params.id, { lock: true })
  requireVersion(call, before.version)
  const { confirmEmpty: isConfirmed = false, ...fields } = call.body
  const givenFields: Partial<Announcement> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  )
  if (givenFields.recipients) givenFields.recipients = withoutEmpty(givenFields.recipients)
  const changes = changesOf(before, givenFields)
  if (Object.keys(changes).length === 0) return replyWith(before)
  const now = new Date()
  const timeChanged = Object.keys(changes).some((field) => scheduleFields.includes(field))
  const record = completeAnnouncement({ ...before, ...givenFields }, { now, timeZone: before.timeZone })
  if (!timeChanged) record.deliveryTime = before.deliveryTime
  const personal = await fillAnnouncement(tx, record, { texts: givenFields, before })
  requireValid(record, { now, timeChanged })
  await requireRecipients(tx, session, record)
  await requireOwnFiles(tx, session, { urls: record.attachmentsUrls, before: before.attachmentsUrls })
  await requireReached(tx, record, { limit: limitOf(session), confirmed: isConfirmed || before.status === 'DRAFT' })
  await tx
    .updateTable('announcements')
    .set({ ...columnsOf(record), personal, version: before.version + 1, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', Number(before.id))
    .execute()
  if (timeChanged) await replan(tx, Number(before.id))
  await call.record(announcementUpdated, { subject: before.id, data: { title: record.title, changes } })
  return replyWith(await announcementOf(tx, session, before.id))
}

/** Waiting deliveries are replaced by the new schedule; completed ones stay. */
async function replan(tx: CommandContext<unknown>['tx'], id: number): Promise<void> {
  await sql`delete from announcement_deliveries where announcement_id = ${id} and state = 'WAITING'`.execute(tx)
  await sql`update announcements set planned_wall = null where id = ${id}`.execute(tx)
  await planDeliveries(tx, id, { from: new Date() })
}

/** Deletes an announcement that is shown to no user. */
export async function removeAnnouncement(call: CommandContext<typeof deleteAnnouncement>): Promise<undefined> {
  const { tx, session } = call
  const before = await announcementOf(tx, session, call.params.id, { lock: true })
  requireVersion(call, before.version)
  if (before.status === 'ACTIVE' || before.status === 'SCHEDULED')
    throwProblem(announcementProblems['announcement-active'])
  await tx.deleteFrom('announcements').where('id', '=', Number(before.id)).execute()
  await call.record(announcementDeleted, { subject: before.id, data: { title: before.title } })
  return undefined
}

/** The announcement with its version as ETag. */
export function replyWith(announcement: Announcement) {
  return respond(announcement, { headers: { etag: etagOf(announcement.version) } })
}
