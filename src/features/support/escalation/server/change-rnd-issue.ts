import { sql } from 'kysely'
import { changeStatusOfEscalatedCases } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type editRndIssue, isRndOpen, type RndStatus, rndIssueEdited } from '../contract.ts'
import { milestonesOf, recordMilestones } from './milestones.ts'
import { lockedRndIssue, rndIssuePage, type StoredRndIssue } from './rnd-issue-store.ts'

/** Changes an R&D issue. When R&D is done, escalated cases go back to *In progress*; their milestones follow. */
export async function changeRndIssue(call: CommandContext<typeof editRndIssue>) {
  const { tx, body } = call
  const storedIssue = await lockedRndIssue(tx, call.params.key)
  requireVersion(call, storedIssue.version)
  const changes = changesOf(storedIssue, body as Partial<StoredRndIssue>)
  if (Object.keys(changes).length > 0) {
    const before = await milestonesOf(tx, storedIssue.id)
    const { owner, fixBundleId, status, ...plain } = body
    await sql`
      update rnd_issues set subject = ${plain.subject ?? storedIssue.subject}, description = ${plain.description ?? storedIssue.description},
        priority = ${plain.priority ?? storedIssue.priority}, version = version + 1, updated_at = clock_timestamp()
        ${fixBundleId === undefined ? sql`` : sql`, fix_bundle_id = ${await bundle(tx, fixBundleId)}`}
        ${owner === undefined ? sql`` : sql`, owner_id = ${await staff(tx, owner)}`}
        ${status === undefined || status === storedIssue.status ? sql`` : sql`, status = ${status}, ${times(status)}`}
      where id = ${storedIssue.id}`.execute(tx)
    await call.record(rndIssueEdited, { subject: storedIssue.key, data: { changes } })
    await recordMilestones(tx, storedIssue.id, before)
    if (status !== undefined && isRndOpen(storedIssue.status) && !isRndOpen(status))
      await changeStatusOfEscalatedCases(tx, [...before.keys()])
  }
  const issue = await rndIssuePage(tx, storedIssue.key)
  return respond(issue, { headers: { etag: etagOf(issue.version) } })
}

/** When each state was reached; going back deletes the later ones. */
function times(status: RndStatus) {
  const now = sql`clock_timestamp()`
  if (status === 'NEW') return sql`reproduced_at = null, started_at = null, fixed_at = null`
  if (status === 'REPRODUCED')
    return sql`reproduced_at = coalesce(reproduced_at, ${now}), started_at = null, fixed_at = null`
  if (status === 'IN_PROGRESS') return sql`started_at = coalesce(started_at, ${now}), fixed_at = null`
  if (status === 'FIXED') return sql`fixed_at = coalesce(fixed_at, ${now})`
  return sql`fixed_at = fixed_at`
}

async function bundle(tx: Tx, id: string | null): Promise<number | null> {
  if (id === null) return null
  const { rows } = await sql<{ id: number }>`select id from bundles where id = ${Number(id)}`.execute(tx)
  return rows[0]?.id ?? throwFieldProblem('fixBundleId', 'must be a bundle')
}

async function staff(tx: Tx, username: string | null): Promise<number | null> {
  if (username === null) return null
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.email = ${username.toLowerCase()} and u.state = 'active'
      and exists (select 1 from role_grants g where g.user_id = u.id and g.account_id is null)`.execute(tx)
  return rows[0]?.id ?? throwFieldProblem('owner', 'must be a user of the vendor')
}
