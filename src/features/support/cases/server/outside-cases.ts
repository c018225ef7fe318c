import { sql } from 'kysely'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { bumpListVersion } from './case-collection.ts'

/** A case that was filed in an outside tracker. */
type OutsideCase = Pick<StoredCase, 'type' | 'status' | 'priority' | 'subject' | 'description'> & {
  readonly labels: readonly string[]
  readonly reporterId: number
  readonly createdAt: Date
  /** Its key in the tracker. */
  readonly trackerKey?: string
  /** The first one of the account unless given. */
  readonly deploymentId?: number
}
/** A comment of an outside tracker; `authorName` is that of a user whom the portal does not know. */
type OutsideComment = {
  readonly caseId: number
  readonly authorId: number
  readonly authorName: string | null
  /** Whose word it is: only the vendor's is a response. */
  readonly side: 'VENDOR' | 'CUSTOMER' | 'PROGRAM'
  readonly body: string
  readonly createdAt: Date
}

/**
 * Files cases of an outside tracker in one statement, under the next numbers of their account and in their order. Index
 * them afterwards.
 */
export async function fileOutsideCases(
  tx: Tx,
  accountId: number,
  cases: readonly OutsideCase[],
): Promise<readonly { readonly id: number; readonly key: string }[]> {
  const column = <Value>(of: (one: OutsideCase) => Value) => cases.map(of)
  const { rows } = await sql<{ id: number; key: string }>`
    with numbered as (
      update case_list_versions set next_number = next_number + ${cases.length}::integer, version = version + 1, updated_at = now()
      where account_id = ${accountId} returning next_number - ${cases.length}::integer as first
    ), given as (
      select * from unnest(${column(({ type }) => type)}::text[], ${column(({ status }) => status)}::text[],
        ${column(({ priority }) => priority)}::text[], ${column(({ subject }) => subject)}::text[],
        ${column(({ description }) => description)}::text[], ${column(({ labels }) => JSON.stringify(labels))}::text[],
        ${column(({ reporterId }) => reporterId)}::bigint[], ${column(({ createdAt }) => createdAt)}::timestamptz[],
        ${column(({ trackerKey }) => trackerKey ?? null)}::text[], ${column(({ deploymentId }) => deploymentId ?? null)}::bigint[])
        with ordinality as g (type, status, priority, subject, description, labels, reporter_id, created_at, tracker_key, deployment_id, place)
    ), filed as (
      insert into cases (account_id, key, type, status, priority, subject, description, labels, reporter_id, created_at, updated_at, tracker_key,
        deployment_id, resolved_at, closed_at)
      select a.id, a.project_key || '-' || (numbered.first + g.place - 1), g.type, g.status, g.priority, g.subject, g.description,
        array(select jsonb_array_elements_text(g.labels::jsonb)), g.reporter_id, g.created_at, clock_timestamp(), g.tracker_key,
        coalesce(g.deployment_id, (select min(d.id) from deployments d where d.account_id = a.id)),
        case when g.status in ('RESOLVED', 'CLOSED') then clock_timestamp() end, case when g.status = 'CLOSED' then clock_timestamp() end
      from numbered, accounts a, given g where a.id = ${accountId} order by g.place returning id, key, reporter_id
    ), watching as (insert into case_watchers (case_id, user_id) select id, reporter_id from filed)
    select id, key from filed order by id`.execute(tx)
  return rows
}

/**
 * Adds comments of an outside tracker that both sides read, to cases of one account. Index the cases afterwards. Returns
 * the ids in their order.
 */
export async function addOutsideComments(
  tx: Tx,
  accountId: number,
  comments: readonly OutsideComment[],
): Promise<number[]> {
  if (comments.length === 0) return []
  const answeredCases = comments.flatMap(({ caseId, side }) => (side === 'VENDOR' ? caseId : []))
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into case_comments (case_id, author_id, author_name, author_is_customer, body, created_at)
      select case_id, author_id, author_name, author_name is not null and side = 'CUSTOMER', body, created_at from unnest(${comments.map(({ caseId }) => caseId)}::bigint[],
        ${comments.map(({ authorId }) => authorId)}::bigint[], ${comments.map(({ authorName }) => authorName)}::text[],
        ${comments.map(({ side }) => side)}::text[], ${comments.map(({ body }) => body)}::text[], ${comments.map(({ createdAt }) => createdAt)}::timestamptz[])
        with ordinality as g (case_id, author_id, author_name, side, body, created_at, place)
      order by place returning id, case_id
    ), counted as (
      update cases c set comment_count = c.comment_count + a.count, updated_at = clock_timestamp(), updated_by = null,
        first_response_at = case when a.case_id = any(${answeredCases}::bigint[]) then coalesce(c.first_response_at, clock_timestamp()) else c.first_response_at end
      from (select case_id, count(*) from added group by case_id) a where c.id = a.case_id
    )
    select id from added order by id`.execute(tx)
  await bumpListVersion(tx, accountId)
  return rows.map(({ id }) => id)
}
