import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type AccountRequest, type RequestBody, readEveryAccountRequest, requestProblems } from '../contract.ts'

/** A request as its commands use it. */
export type StoredRequest = {
  readonly id: number
  readonly requestType: RequestBody['requestType']
  readonly status: AccountRequest['requestStatus']
  readonly provisioning: AccountRequest['provisioningStatus']
  readonly wanted: Omit<RequestBody, 'requestType'>
  readonly requestedBy: number
  /** Who impersonated the user when the request was created or last changed; barred from deciding like the user. */
  readonly requestedByImpersonator: number | null
  readonly jobId: number | null
  readonly accountId: number | null
  readonly deploymentId: number | null
  readonly version: number
}

/** Requests `r` visible to the session: all, or those it created. */
export function requestsSeen(session: Session): RawBuilder<unknown> {
  return hasPermission(session, readEveryAccountRequest) ? sql`true` : sql`r.requested_by = ${session.userId}`
}

/** A request visible to the session, locked; else 404. */
export async function lockRequest(tx: Tx, session: Session, id: string): Promise<StoredRequest> {
  const request = await requestWhere(tx, sql`r.id = ${Number(id)} and ${requestsSeen(session)}`)
  return request ?? throwProblem(requestProblems['account-request-not-found'])
}

/** A request as stored, locked, regardless of the caller. */
export async function requestWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select r.id, r.request_type as "requestType", r.request_status as status, (select state from jobs where id = r.job_id) as provisioning, r.wanted,
      r.requested_by as "requestedBy", r.requested_by_impersonator as "requestedByImpersonator", r.job_id as "jobId", r.account_id as "accountId", r.deployment_id as "deploymentId", r.version
    from account_requests r where ${condition} for update of r`.execute(tx)
  return rows[0]
}

const user = (alias: string) =>
  sql.raw(`json_build_object('id', ${alias}.id::text, 'username', ${alias}.email, 'fullName', ${alias}.full_name)`)
const sources = sql`account_requests r join users u on u.id = r.requested_by left join users d on d.id = r.decided_by left join jobs j on j.id = r.job_id`

type Page = { readonly page: number; readonly size: number; readonly order: RawBuilder<unknown> }

/** A page of requests as the session sees them, and the total. */
export async function findRequests(
  db: Database | Tx,
  session: Session,
  condition: RawBuilder<unknown>,
  { page, size, order }: Page,
) {
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: AccountRequest }>`
    select json_build_object('id', r.id::text, 'requestType', r.request_type, 'requestStatus', r.request_status, 'provisioningStatus', j.state,
      'steps', coalesce(j.steps, '[]'), 'jobId', j.id::text, 'wanted', r.wanted, 'reason', r.reason, 'requestedBy', ${user('u')},
      'decidedBy', case when d.id is not null then ${user('d')} end, 'accountId', r.account_id::text, 'createdAt', ${isoSql('r.created_at')},
      'updatedAt', ${isoSql('r.updated_at')}, 'ownedByCurrentUser', r.requested_by = ${session.userId}, 'version', r.version) as row
    from ${sources} where ${condition} order by ${order}, r.id desc`,
    of: sql`from ${sources} where ${condition}`,
    newest: sql`r.updated_at`,
  })
}

/** One request as the session sees it. */
export async function requestPage(db: Database | Tx, session: Session, id: string | number): Promise<AccountRequest> {
  const one = sql`r.id = ${Number(id)} and ${requestsSeen(session)}`
  const { rows } = await findRequests(db, session, one, { page: 0, size: 1, order: sql`r.id` })
  return rows[0] ?? throwProblem(requestProblems['account-request-not-found'])
}
