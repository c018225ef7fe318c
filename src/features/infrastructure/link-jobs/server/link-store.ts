import { type RawBuilder, sql } from 'kysely'
import { buildJson } from '#features/infrastructure/build-automation/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { LinkJob, LinkReason } from '../contract/link.ts'
import { stepsOf } from './steps.ts'

/** A link job as stored, with what only the server uses. */
export type StoredLinkJob = Omit<LinkJob, 'steps'> & {
  readonly accountId: number
  readonly endedBy: string | null
  readonly buildLog: string | null
  readonly deploymentToken: number | null
}

const at = (column: string) => sql.raw(isoJson(column))
const userJson = sql`(select json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name) from users u where u.id = j.created_by)`

const jobJson = sql`json_build_object('id', j.id::text, 'customer', a.name, 'accountId', a.id,
  'deployment', json_build_object('id', d.id::text, 'name', d.name), 'cluster', j.cluster, 'state', j.state, 'reason', j.reason,
  'instructions', '/api/infrastructure/jobs/link/' || a.name || '/' || j.id || '/instructions',
  'expires', ${at('j.expires_at')}, 'exchanged', ${at('j.exchanged_at')}, 'exchangedFrom', j.exchanged_from,
  'firstSamples', ${at('j.first_samples_at')}, 'series', (select count(*) from metric_series s where s.deployment_id = d.id),
  'build', case when b.id is not null then ${buildJson} end, 'buildLog', b.log, 'deploymentToken', j.deployment_token_id,
  'created', ${at('j.created_at')}, 'createdBy', ${userJson}, 'endedBy', (select u.full_name from users u where u.id = j.ended_by),
  'ended', ${at('j.ended_at')}, 'version', j.version)`
const tables = sql`link_jobs j join accounts a on a.id = j.account_id and a.deleted_at is null
  join deployments d on d.id = j.deployment_id left join builds b on b.id = j.build_id`

/** The link jobs that meet a condition on `j`, newest first. */
export async function findLinkJobs(
  db: Database | Tx,
  where: RawBuilder<unknown>,
  { size = 1 } = {},
): Promise<StoredLinkJob[]> {
  const { rows } = await sql<{ row: StoredLinkJob }>`${jobsWhere(where)} order by j.id desc limit ${size}`.execute(db)
  return rows.map(({ row }) => row)
}

/** A page of the link jobs of an account, by their start. */
export async function findLinkJobsOf(
  db: Database,
  accountId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const jobPage = await findJsonPage(db, {
    page,
    size,
    rows: sql<{
      row: StoredLinkJob
    }>`${jobsWhere(sql`j.account_id = ${accountId}`)} order by j.id ${directionOf(descending)}`,
    of: sql`from link_jobs where account_id = ${accountId}`,
    newest: sql`greatest(created_at, exchanged_at, ended_at)`,
  })
  return { ...jobPage, rows: jobPage.rows.map(linkJobOf) }
}

function jobsWhere(where: RawBuilder<unknown>) {
  return sql`select ${jobJson} as row from ${tables} where ${where}`
}

/** A job as the API shows it. */
export function linkJobOf(storedJob: StoredLinkJob): LinkJob {
  const { accountId: _, endedBy: __, buildLog: ___, deploymentToken: ____, ...job } = storedJob
  return { ...job, steps: stepsOf(job) }
}

/** Ends a job that is in progress; its enrolment token is void. Returns false when it has ended already. */
export async function endLinkJob(
  tx: Tx,
  id: string | number,
  end: { state: 'DONE' | 'FAILED' | 'CANCELLED'; reason?: LinkReason; by?: number; hasSamples?: true },
): Promise<boolean> {
  const { rows } = await sql`
    update link_jobs set state = ${end.state}, reason = ${end.reason ?? null}, token = null, ended_at = now(), ended_by = ${end.by ?? null},
      first_samples_at = case when ${end.hasSamples ?? false} then now() else first_samples_at end, version = version + 1
    where id = ${id}::bigint and state = 'IN_PROGRESS' returning id`.execute(tx)
  return rows.length > 0
}
