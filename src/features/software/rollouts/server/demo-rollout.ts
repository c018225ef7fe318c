import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'

/** Name of the job that makes the groups and the rollout of the demo; it runs after the bundles were made. */
export const DEMO_ROLLOUT = defineJob('rollouts.demo')

export function demoTask({ db }: AppContext): Task {
  return taskOf(DEMO_ROLLOUT, { run: () => makeDemoRollout(db) })
}

const BUNDLE = 'cOS-CN-DOCSIS 3.25.0'
const gates = { daysWithoutOutage: 2, maxOpenHighCases: 0, minDownloadedPercent: 50, minDeployedPercent: null }
const groups = [
  {
    name: 'Lab',
    description: 'Accounts with a lab of their own, first with every version.',
    accounts: ['larkspur-cable'],
  },
  {
    name: 'Early',
    description: 'Accounts that agreed to new versions in their first weeks.',
    accounts: ['nordfeld-kabel', 'vantreight-group'],
  },
  { name: 'Everyone', description: 'All other accounts.', accounts: null },
] as const

/** Distribution groups, and a rollout whose first ring is done and whose second waits for approval; once. */
export async function makeDemoRollout(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; createdBy: number }>`
      select id, created_by as "createdBy" from bundles b where name = ${BUNDLE} and not exists (select from rollouts) for update`.execute(
      tx,
    )
    const bundle = rows[0]
    if (!bundle) return
    const rollout = await sql<{ id: number }>`
      insert into rollouts (bundle_id, created_by, created_at, updated_at) values (${bundle.id}, ${bundle.createdBy}, now() - interval '3 days', now() - interval '2 hours')
      returning id`.execute(tx)
    for (const [index, group] of groups.entries()) {
      await makeGroup(tx, group, index + 1)
      await makeRing(tx, rollout.rows[0]!.id, bundle.id, group.name, index + 1)
    }
  })
}

async function makeGroup(
  tx: Tx,
  { name, description, accounts }: (typeof groups)[number],
  ring: number,
): Promise<void> {
  const others = groups.flatMap((group) => group.accounts ?? [])
  const groupAccounts = accounts ? sql`a.name = any(${[...accounts]}::text[])` : sql`a.name <> all(${others}::text[])`
  await sql`
    with made as (insert into distribution_groups (name, description, ring) values (${name}, ${description}, ${ring}) returning id)
    insert into distribution_group_accounts (group_id, account_id)
    select made.id, a.id from made, accounts a where a.deleted_at is null and ${groupAccounts}
      and exists (select from deployments d where d.account_id = a.id and d.type = 'CN-DOCSIS')`.execute(tx)
}

/** A ring begins with the releases that its accounts have of the bundle. */
async function makeRing(tx: Tx, rollout: number, bundle: number, group: string, position: number): Promise<void> {
  const [state, startedAt, doneAt] = [
    ['DONE', sql`now() - interval '3 days'`, sql`now() - interval '2 hours'`],
    ['RELEASING', sql`now() - interval '2 hours'`, null],
    ['WAITING', null, null],
  ][position - 1]!
  await sql`
    insert into rollout_rings (rollout_id, position, group_name, soak_minutes, gates, state, started_at, soaking_at, done_at)
    values (${rollout}, ${position}, ${group}, ${position === 1 ? 2880 : 10_080}, ${JSON.stringify(gates)}::jsonb, ${state}, ${startedAt},
      ${state === 'DONE' ? sql`now() - interval '69 hours'` : null}, ${doneAt})`.execute(tx)
  await sql`
    insert into rollout_accounts (rollout_id, position, account_id, release_id)
    select ${rollout}, ${position}, x.account_id, (select r.id from bundle_releases r
      where r.bundle_id = ${bundle} and r.account_id = x.account_id and r.deleted_at is null order by r.id desc limit 1)
    from distribution_group_accounts x join distribution_groups g on g.id = x.group_id where g.name = ${group}`.execute(
    tx,
  )
}
