import { sql } from 'kysely'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { bumpListVersion } from './case-collection.ts'
import { indexCase } from './case-writes.ts'
import { writeStatus } from './change-case-status.ts'

/** A case that was filed in an outside tracker. */
type OutsideCase = Pick<StoredCase, 'accountId' | 'type' | 'status' | 'priority' | 'subject' | 'description'> & {
  readonly labels: readonly string[]
  readonly reporterId: number
  readonly createdAt: Date
  /** The first one of the account unless given. */
  readonly deploymentId?: number
}
/** Fields that an outside tracker changes. */
type OutsideFields = Partial<Pick<StoredCase, 'subject' | 'description' | 'priority' | 'labels'>>

/** Files a case of an outside tracker under the next number of its account. */
export async function fileOutsideCase(tx: Tx, given: OutsideCase): Promise<{ id: number; key: string }> {
  const { accountId, type, priority, subject, description, labels, reporterId, createdAt, status } = given
  const { rows } = await sql<{ id: number; key: string }>`
    with numbered as (
      update case_list_versions set next_number = next_number + 1, version = version + 1, updated_at = now()
      where account_id = ${accountId} returning next_number - 1 as number
    ), filed as (
      insert into cases (account_id, key, type, priority, subject, description, labels, reporter_id, created_at, updated_at, deployment_id)
      select a.id, a.project_key || '-' || numbered.number, ${type}, ${priority}, ${subject}, ${description}, ${[...labels]}::text[], ${reporterId},
        ${createdAt}, clock_timestamp(), coalesce(${given.deploymentId ?? null}::bigint, (select min(d.id) from deployments d where d.account_id = a.id))
      from numbered, accounts a where a.id = ${accountId} returning id, key
    ), watching as (insert into case_watchers (case_id, user_id) select id, ${reporterId} from filed)
    select id, key from filed`.execute(tx)
  const filed = rows[0]!
  if (status !== 'NEW') await writeStatus(tx, { id: filed.id, open: true }, { status, reason: null }, null)
  await indexCase(tx, filed.id)
  return filed
}

/** Changes a locked case as its tracker has it. */
export async function changeFromOutside(
  tx: Tx,
  stored: StoredCase,
  { status, ...fields }: OutsideFields & { readonly status?: CaseStatus },
): Promise<void> {
  if (Object.keys(fields).length > 0)
    await tx
      .updateTable('cases')
      .set((expression) => ({
        ...fields,
        labels: fields.labels && [...fields.labels],
        version: expression('version', '+', 1),
        updated_at: sql<Date>`clock_timestamp()`,
        updated_by: null,
      }))
      .where('id', '=', stored.id)
      .execute()
  if (status) await writeStatus(tx, stored, { status, reason: null }, null)
  await indexCase(tx, stored.id)
  await bumpListVersion(tx, stored.accountId)
}

/** Adds a comment of an outside tracker that both sides read. Index the case afterwards. Returns its id. */
export async function addOutsideComment(
  tx: Tx,
  stored: Pick<StoredCase, 'id' | 'accountId'>,
  comment: { authorId: number; authorName: string | null; body: string; createdAt: Date },
): Promise<number> {
  const { authorId, authorName, body, createdAt } = comment
  const { rows } = await sql<{ id: number }>`
    insert into case_comments (case_id, author_id, author_name, body, created_at)
    values (${stored.id}, ${authorId}, ${authorName}, ${body}, ${createdAt}) returning id`.execute(tx)
  await sql`
    update cases set comment_count = comment_count + 1, updated_at = clock_timestamp(), updated_by = null,
      first_response_at = coalesce(first_response_at, clock_timestamp())
    where id = ${stored.id}`.execute(tx)
  await bumpListVersion(tx, stored.accountId)
  return rows[0]!.id
}

/** Shows a case with the id that it has in the ticket system of its account. */
export async function storeExternalId(
  tx: Tx,
  stored: Pick<StoredCase, 'id' | 'accountId'>,
  externalId: string,
): Promise<void> {
  await sql`
    update cases set external_id = ${externalId}, version = version + 1, updated_at = clock_timestamp(), updated_by = null
    where id = ${stored.id}`.execute(tx)
  await indexCase(tx, stored.id)
  await bumpListVersion(tx, stored.accountId)
}

/** Shows a case with the key that it has in its tracker. */
export async function storeTrackerKey(tx: Tx, caseId: number, trackerKey: string): Promise<void> {
  await sql`update cases set tracker_key = ${trackerKey} where id = ${caseId}`.execute(tx)
  await indexCase(tx, caseId)
}
