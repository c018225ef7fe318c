import { sql } from 'kysely'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type activateAnnouncement,
  announcementActivated,
  announcementDeactivated,
  announcementProblems,
  type deactivateAnnouncement,
} from '../../contract.ts'
import { announcementOf } from '../announcement-store.ts'
import { replyWith } from '../change-announcement.ts'
import { enable } from './enable.ts'
import { withdrawAnnouncements } from './withdraw.ts'

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
  const wantedTime = call.body?.deliveryTime
  if (wantedTime !== undefined && Date.parse(wantedTime) < Date.now() - MINUTE)
    throwFieldProblem('deliveryTime', 'is in the past')
  // A draft for "now" is delivered now, not at the time when it was written.
  const time =
    wantedTime ??
    (before.status === 'DRAFT' && before.deliveryTimeType === 'NOW' ? new Date().toISOString() : undefined)
  if (time !== undefined)
    await sql`update announcements set delivery_time = ${time}, delivery_time_type = ${wantedTime ? 'AT' : 'NOW'}, planned_wall = null where id = ${id}`.execute(
      tx,
    )
  await sql`update announcements set version = version + 1 where id = ${id}`.execute(tx)
  await enable(tx, id)
  await call.record(announcementActivated, { subject: before.id, data: { title: before.title } })
  return replyWith(await announcementOf(tx, session, before.id))
}

/** Removes an announcement from every screen: waiting deliveries are cancelled, and unsent mail is dropped. */
export async function deactivate(call: CommandContext<typeof deactivateAnnouncement>) {
  const { tx, session } = call
  const before = await announcementOf(tx, session, call.params.id, { lock: true })
  requireVersion(call, before.version)
  if (before.status !== 'ACTIVE' && before.status !== 'SCHEDULED')
    throwProblem(announcementProblems['announcement-not-active'])
  await withdrawAnnouncements(tx, [Number(before.id)])
  await call.record(announcementDeactivated, { subject: before.id, data: { title: before.title } })
  return replyWith(await announcementOf(tx, session, before.id))
}
