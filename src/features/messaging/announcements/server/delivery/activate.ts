import { sql } from 'kysely'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { dropQueuedMails } from '#kit/server/mail.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type activateAnnouncement,
  announcementActivated,
  announcementDeactivated,
  announcementProblems,
  type deactivateAnnouncement,
} from '../../contract.ts'
import { announcementOf } from '../announcement-store.ts'
import { answerWith } from '../change-announcement.ts'
import { mailKey } from './deliver-batch.ts'
import { enable } from './enable.ts'

const MINUTE = 60_000

/** Delivers a draft, or shows a deactivated announcement again. */
export async function activate(call: CommandContext<typeof activateAnnouncement>) {
  const { tx, session } = call
  const before = await announcementOf(tx, session, call.params.id, { lock: true })
  requireVersion(call, before.version)
  const id = Number(before.id)
  if (before.status === 'ACTIVE' || before.status === 'SCHEDULED')
    throwProblem(announcementProblems['announcement-already-active'])
  if (before.expirationTs !== null && Date.parse(before.expirationTs) <= Date.now())
    throwProblem(announcementProblems['announcement-expired'])
  const wanted = call.body?.deliveryTime
  if (wanted !== undefined && Date.parse(wanted) < Date.now() - MINUTE)
    throwFieldProblem('deliveryTime', 'is in the past')
  // A draft for "now" is delivered now, not at the time when it was written.
  const time =
    wanted ?? (before.status === 'DRAFT' && before.deliveryTimeType === 'NOW' ? new Date().toISOString() : undefined)
  if (time !== undefined)
    await sql`update announcements set delivery_time = ${time}, delivery_time_type = ${wanted ? 'AT' : 'NOW'}, planned_wall = null where id = ${id}`.execute(
      tx,
    )
  await sql`update announcements set version = version + 1 where id = ${id}`.execute(tx)
  await enable(tx, id)
  await call.record(announcementActivated, { subject: before.id, data: { title: before.title } })
  return answerWith(await announcementOf(tx, session, before.id))
}

/** Removes an announcement from every screen: waiting deliveries are cancelled, and unsent mail is dropped. */
export async function deactivate(call: CommandContext<typeof deactivateAnnouncement>) {
  const { tx, session } = call
  const before = await announcementOf(tx, session, call.params.id, { lock: true })
  requireVersion(call, before.version)
  if (before.status !== 'ACTIVE' && before.status !== 'SCHEDULED')
    throwProblem(announcementProblems['announcement-not-active'])
  const id = Number(before.id)
  await sql`update announcements set state = 'INACTIVE', version = version + 1, updated_at = clock_timestamp() where id = ${id}`.execute(
    tx,
  )
  await sql`delete from announcement_deliveries where announcement_id = ${id} and state = 'WAITING' and delivered = 0`.execute(
    tx,
  )
  await sql`update announcement_deliveries set state = 'DONE', finished_at = now() where announcement_id = ${id} and state = 'WAITING'`.execute(
    tx,
  )
  const { rows } = await sql<{ occurrence: number; email: string }>`
    select i.occurrence, u.email from announcement_inbox i join users u on u.id = i.user_id where i.announcement_id = ${id} and i.mailed`.execute(
    tx,
  )
  await dropQueuedMails(
    tx,
    rows.map(({ occurrence, email }) => mailKey({ announcementId: id, occurrence }, email)),
  )
  await call.record(announcementDeactivated, { subject: before.id, data: { title: before.title } })
  return answerWith(await announcementOf(tx, session, before.id))
}
