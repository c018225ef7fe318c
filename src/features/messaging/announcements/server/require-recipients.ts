import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { announcementProblems, manageAnnouncements } from '../contract.ts'
import type { AnnouncementRecord } from './announcement-record.ts'
import { isRecipient, type RecipientsSource } from './recipients.ts'

/** The accounts that the session may address; null = all. */
export function limitOf(session: Session): number[] | null {
  const accounts = visibleAccounts(session, manageAnnouncements)
  return accounts === 'all' ? null : accounts
}

/** The recipients of an announcement that is not stored, as SQL. */
export function recipientsOf(record: AnnouncementRecord, limitedTo: readonly number[] | null): RecipientsSource {
  return {
    type: sql`${record.recipientsType}::text`,
    recipients: sql`${JSON.stringify(record.recipients)}::jsonb`,
    limitedTo: sql`${limitedTo}::bigint[]`,
  }
}

/** Throws for a category that authors cannot choose, unknown users and accounts, and recipients outside of assigned accounts. */
export async function requireRecipients(
  db: Database | Tx,
  session: Session,
  record: AnnouncementRecord,
): Promise<void> {
  await requireCategory(db, record.categoryId)
  await requireKnown(db, record)
  const limit = limitOf(session)
  if (limit) await requireAssigned(db, record, limit)
}

/** Throws 404 unless it is a category that authors can choose. */
export async function requireCategory(db: Database | Tx, id: string): Promise<void> {
  const { rows } = await sql`select from announcement_categories where id = ${id} and not internal`.execute(db)
  if (rows.length === 0) throwProblem(announcementProblems['category-not-found'])
}

async function requireKnown(db: Database | Tx, { recipients }: AnnouncementRecord): Promise<void> {
  const both = (name: 'accounts' | 'plans' | 'bundles' | 'teams') => [
    ...(recipients[name] ?? []),
    ...(recipients.exclude?.[name] ?? []),
  ]
  const unknownName = (names: readonly string[], knownNames: RawBuilder<unknown>) =>
    sql`(select n from unnest(${[...names]}::text[]) n where not exists (${knownNames}) limit 1)`
  const { rows } = await sql<Readonly<Record<'user' | 'account' | 'plan' | 'bundle' | 'team', string | null>>>`
    select ${unknownName(recipients.usernames ?? [], sql`select from users u where u.email = n and u.erased_at is null`)} as user,
      ${unknownName(both('accounts'), sql`select from accounts a where a.name = n and a.deleted_at is null`)} as account,
      ${unknownName(both('plans'), sql`select from plans p where p.id = n::bigint`)} as plan,
      ${unknownName(both('bundles'), sql`select from bundles b where b.id = n::bigint`)} as bundle,
      ${unknownName(both('teams'), sql`select from teams t where t.id = n::bigint`)} as team`.execute(db)
  const { user, account, plan, bundle, team } = rows[0]!
  if (user !== null) throwFieldProblem('recipients.usernames', `has a user name that is not known: ${user}`)
  if (account !== null) throwFieldProblem('recipients.accounts', `has an account that is not known: ${account}`)
  if (plan !== null) throwFieldProblem('recipients.plans', `has a plan that is not known: ${plan}`)
  if (team !== null) throwFieldProblem('recipients.teams', `has a team that is not known: ${team}`)
  if (bundle !== null) throwFieldProblem('recipients.bundles', `has a bundle that is not known: ${bundle}`)
}

/** Customer-success managers choose accounts or users, all of them assigned. */
async function requireAssigned(db: Database | Tx, record: AnnouncementRecord, limit: readonly number[]): Promise<void> {
  const { recipientsType: type, recipients } = record
  const namedRecipients = type === 'USERS' || (type === 'FILTER' && (recipients.accounts ?? recipients.usernames))
  if (!namedRecipients) throwProblem(announcementProblems['recipients-not-assigned'])
  const { rows } = await sql<{ fits: boolean }>`
    select not exists (select from accounts a where a.name = any(${recipients.accounts ?? []}::text[]) and not a.id = any(${limit}::bigint[]))
      and not exists (select from users u where u.email = any(${recipients.usernames ?? []}::text[])
        and not exists (select from role_grants g where g.user_id = u.id and g.account_id = any(${limit}::bigint[]))) as fits`.execute(
    db,
  )
  if (!rows[0]!.fits) throwProblem(announcementProblems['recipients-not-assigned'])
}

/** Throws 409 when no user is a recipient now and the author did not confirm that. */
export async function requireReached(
  tx: Tx,
  record: AnnouncementRecord,
  { limit, confirmed }: { limit: readonly number[] | null; confirmed: boolean },
): Promise<void> {
  if (confirmed) return
  const { rows } = await sql`select from users u where ${isRecipient(recipientsOf(record, limit))} limit 1`.execute(tx)
  if (rows.length === 0) throwProblem(announcementProblems['announcement-without-recipients'])
}
