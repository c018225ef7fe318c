import { sql } from 'kysely'
import { eventTypeFor, milestoneJson } from '#features/support/case-access/server/index.ts'
import type { Milestone } from '#features/support/cases/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { milestoneReached } from '../contract.ts'

type ReachedMilestone = {
  readonly id: number
  readonly key: string
  readonly accountId: number
  readonly internal: boolean
  readonly milestone: Milestone
}

/** The milestone of every case of an R&D issue, by the id of the case. */
export async function milestonesOf(tx: Tx, issueId: number): Promise<Map<number, ReachedMilestone>> {
  return byId(await find(tx, sql`x.issue_id = ${issueId}`))
}

/** The milestones of the account's cases that wait for a fix in this bundle or in what it is a patch of. */
export async function milestonesWaitingFor(
  tx: Tx,
  accountId: number,
  bundleId: number,
): Promise<Map<number, ReachedMilestone>> {
  return byId(
    await find(
      tx,
      sql`c.account_id = ${accountId} and i.fixed_at is not null
        and i.fix_bundle_id in (select id from bundles where id = ${bundleId} union select parent_id from bundles where id = ${bundleId})`,
    ),
  )
}

/**
 * Records, in each case, the milestone that changed since `before`; of one case alone when it is named. No user is
 * named: names of R&D staff are not for customers.
 */
export async function recordMilestones(
  tx: Tx,
  issueId: number,
  before: ReadonlyMap<number, ReachedMilestone>,
  only?: number,
): Promise<void> {
  for (const [id, caseAtMilestone] of await milestonesOf(tx, issueId)) {
    const was = before.get(id)?.milestone
    if ((only === undefined || only === id) && wordsOf(was) !== wordsOf(caseAtMilestone.milestone))
      await record(tx, caseAtMilestone, was)
  }
}

/** Records that cases reached *in your release*. */
export async function recordDelivered(tx: Tx, casesAtMilestone: Iterable<ReachedMilestone>): Promise<void> {
  for (const one of casesAtMilestone) if (one.milestone.name === 'in-your-release') await record(tx, one, undefined)
}

async function record(
  tx: Tx,
  { id, key, accountId, internal, milestone }: ReachedMilestone,
  was: Milestone | undefined,
) {
  await recordEvent(tx, eventTypeFor({ internal }, milestoneReached), noUser, {
    account: accountId,
    subject: key,
    data: { caseId: id, milestone, changes: { milestone: [wordsOf(was), wordsOf(milestone)] } },
  })
}

function wordsOf(milestone: Milestone | undefined): string | null {
  if (!milestone) return null
  return milestone.bundle ? `${milestone.name} ${milestone.bundle}` : milestone.name
}

async function find(tx: Tx, where: ReturnType<typeof sql>): Promise<ReachedMilestone[]> {
  const { rows } = await sql<ReachedMilestone>`
    select c.id, c.key, c.account_id as "accountId", c.internal, ${sql.raw(milestoneJson)} as milestone
    from rnd_issue_cases x join cases c on c.id = x.case_id join rnd_issues i on i.id = x.issue_id left join bundles b on b.id = i.fix_bundle_id
    where ${where} order by c.id`.execute(tx)
  return rows
}

function byId(rows: readonly ReachedMilestone[]): Map<number, ReachedMilestone> {
  return new Map(rows.map((row) => [row.id, row]))
}
