import { sql } from 'kysely'
import { accountFor } from '#features/support/case-access/server/index.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  editSlaClocks,
  type editSlaHours,
  type editSlaTarget,
  type SlaHours,
  type SlaTarget,
  slaClockProblems,
  slaHoursEdited,
  slaTargetEdited,
} from '../contract.ts'
import { readHours } from './hours-store.ts'
import { markClocks } from './mark-clocks.ts'
import { findTargets } from './target-store.ts'

/** Changes the business hours and the plan of an account. */
export async function changeHours(call: CommandContext<typeof editSlaHours>) {
  const { tx, session, body } = call
  const { accountId } = await accountFor(tx, session, editSlaClocks, call.query.account)
  await sql`select 1 from accounts where id = ${accountId} for update`.execute(tx)
  const before = await readHours(tx, accountId)
  requireVersion(call, before.version)
  const weekly = (body.weekly ?? before.weekly).toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from))
  requireSeparate(weekly)
  const after = {
    plan: body.plan ?? before.plan,
    weekly,
    holidays: [...new Set(body.holidays ?? before.holidays)].toSorted(),
  }
  const changes = changesOf(before, after)
  if (Object.keys(changes).length > 0) {
    await sql`
      insert into sla_hours as h (account_id, plan, weekly, holidays) values (${accountId}, ${after.plan}, ${JSON.stringify(weekly)}::jsonb, ${after.holidays}::date[])
      on conflict (account_id) do update set plan = excluded.plan, weekly = excluded.weekly, holidays = excluded.holidays,
        version = h.version + 1, updated_at = clock_timestamp()`.execute(tx)
    await markClocks(tx, { accountId })
    await call.record(slaHoursEdited, { account: accountId, subject: before.account, data: { changes } })
  }
  const hours = await readHours(tx, accountId)
  return respond(hours, { headers: { etag: etagOf(hours.version) } })
}

function requireSeparate(weekly: SlaHours['weekly']): void {
  for (const [index, { day, from, until }] of weekly.entries()) {
    const before = weekly[index - 1]
    if (until <= from) throwFieldProblem('weekly', 'each span must end after it begins')
    if (before?.day === day && before.until > from) throwFieldProblem('weekly', 'spans of a day must not overlap')
  }
}

/** Changes the targets of a plan for a priority. */
export async function changeTarget(call: CommandContext<typeof editSlaTarget>) {
  const { tx, params, body } = call
  await sql`select 1 from sla_targets where plan = ${params.plan} and priority = ${params.priority} for update`.execute(
    tx,
  )
  const [before] = await findTargets(tx, params)
  if (!before) throwProblem(slaClockProblems['sla-target-not-found'])
  requireVersion(call, before.version)
  const changes = changesOf(before, body as Partial<SlaTarget>)
  const after = { ...before, ...body }
  if (Object.keys(changes).length > 0) {
    await sql`
      update sla_targets set first_response = ${after.firstResponse}, next_update = ${after.nextUpdate}, resolution = ${after.resolution},
        business = ${after.business}, version = version + 1 where plan = ${params.plan} and priority = ${params.priority}`.execute(
      tx,
    )
    await markClocks(tx, params)
    await call.record(slaTargetEdited, { subject: `${params.plan} ${params.priority}`, data: { changes } })
  }
  const [target] = await findTargets(tx, params)
  return respond(target!, { headers: { etag: etagOf(target!.version) } })
}
