import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import type { RndStatus } from '#features/support/escalation/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { RndIssueFields } from './tracker.ts'
import { trackerMessages } from './tracker-messages.ts'

/** The setting of a connection with the project of R&D issues. */
export const RND_PROJECT = 'rndProject'

/** An issue of R&D with the cases of one account that are linked to it; internal ones stay in the portal. */
export type SentRndIssue = RndIssueFields & {
  readonly id: number
  readonly status: RndStatus
  readonly caseIds: readonly number[]
}

export async function findRndIssue(db: Database, key: string, accountId: number): Promise<SentRndIssue | undefined> {
  const { rows } = await sql<SentRndIssue>`
    select i.id, i.key, i.subject, i.description, i.priority, i.status, array(select c.id::float8 from rnd_issue_cases x join cases c on c.id = x.case_id
      where x.issue_id = i.id and c.account_id = ${accountId} and not c.internal order by c.id) as "caseIds"
    from rnd_issues i where i.key = ${key}`.execute(db)
  return rows[0]
}

/** Enqueues an issue of R&D for the tracker of each account that has a case of it and a project of R&D. */
export async function enqueueRnd(tx: Tx, rndKey: string, postedBy: string | null): Promise<void> {
  const { rows } = await sql<{ connection: string }>`
    select distinct k.id as connection from rnd_issues i join rnd_issue_cases x on x.issue_id = i.id
      join cases c on c.id = x.case_id and not c.internal join tracker_targets t on t.account_id = c.account_id
      join tracker_projects p on p.account_id = t.account_id and p.system = t.target
      join connections k on k.account_id = t.account_id and k.port = t.target and k.settings->>${sql.lit(RND_PROJECT)} <> ''
    where i.key = ${rndKey} order by k.id`.execute(tx)
  for (const { connection } of rows)
    await enqueueConnectionMessage(tx, connection, trackerMessages.rnd, {
      subject: rndKey,
      content: { rndKey },
      ...(postedBy === null ? {} : { postedBy }),
    })
}

/**
 * The issue that was made for an issue of R&D at a place; null for the one who has to make it. Two accounts may share a
 * place: the messages of the other one wait meanwhile.
 */
export async function claimRndIssue(
  db: Database,
  { place, connection, issue }: { place: string; connection: string; issue: SentRndIssue },
): Promise<string | null> {
  const { rows } = await sql<{ trackerId: string | null }>`
    insert into tracker_rnd_issues as r (place, rnd_issue_id, connection, claimed_until)
    values (${place}, ${issue.id}, ${connection}, now() + interval '1 minute')
    on conflict (place, rnd_issue_id) do update
      set claimed_until = excluded.claimed_until, connection = case when r.tracker_id is null then excluded.connection else r.connection end
      where r.tracker_id is not null or r.connection = excluded.connection or r.claimed_until < now()
    returning tracker_id as "trackerId"`.execute(db)
  if (rows[0]) return rows[0].trackerId
  throw new IntegrationError(`${issue.key} is being created by a message of another account.`, { fault: 'failing' })
}

/** Records the issue that was made. */
export async function storeRndIssue(
  db: Database,
  { place, issue, trackerId }: { place: string; issue: SentRndIssue; trackerId: string },
): Promise<void> {
  await sql`
    update tracker_rnd_issues set tracker_id = ${trackerId} where place = ${place} and rnd_issue_id = ${issue.id}`.execute(
    db,
  )
}

/** Whether an issue with that key as its label is one of R&D: it never becomes a case. */
export async function isRndKey(tx: Tx, key: string): Promise<boolean> {
  return (await tx.selectFrom('rnd_issues').select('id').where('key', '=', key).executeTakeFirst()) !== undefined
}
