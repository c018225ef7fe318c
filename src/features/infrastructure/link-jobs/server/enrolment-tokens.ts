import { type RawBuilder, sql } from 'kysely'
import { type Maker, makerHolds, makerOf } from '#features/access/sessions/server/index.ts'
import { bearerOf, isToken, tokenKind } from '#features/access/tokens/server/index.ts'
import { makeToken } from '#features/monitoring/metrics/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type exchangeEnrolmentToken, linkJobEnrolled, linkProblems, startLinkJobs } from '../contract.ts'
import { serverTexts } from '../texts.ts'

/** Is exchanged, once, for the token of a deployment. */
export const enrolmentToken = tokenKind({
  table: 'link_jobs',
  key: 'id',
  hash: 'token_hash',
  prefix: 'hde_',
  expires: 'expires_at',
  ended: 'exchanged_at',
})

export const enrolmentPurpose = () => 'enrolment token'
/** The column of the enrolment tokens that were not exchanged yet. */
export const enrolmentColumn: EncryptedColumn = {
  table: 'link_jobs',
  key: 'id',
  column: 'token',
  purposeOf: enrolmentPurpose,
}

/** The enrolment token of the job that meets a condition; null once it was exchanged or is void. */
export async function openToken({ db, config }: AppContext, where: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ token: Buffer | null }>`select token from link_jobs where ${where}`.execute(db)
  const [row] = rows
  return row?.token ? encryptorFor(config).open(row.token, enrolmentPurpose()) : null
}

type ClaimedJob = {
  readonly id: number
  readonly cluster: string
  readonly createdBy: number
  readonly deploymentId: number
  readonly deployment: string
  readonly accountId: number
  readonly account: string
  readonly maker: Maker
}

/** Exchanges an enrolment token for the token of its deployment. Of two requests at once, one finds it exchanged. */
export async function exchange(portal: AppContext, call: CommandContext<typeof exchangeEnrolmentToken>) {
  const { tx, request, record } = call
  const { rows } = await sql<ClaimedJob>`
    update link_jobs j set exchanged_at = now(), exchanged_from = ${request.ip}, token = null, version = j.version + 1
    from deployments d, accounts a
    where ${isToken(enrolmentToken, 'j', bearerOf(request.headers) ?? '')} and j.state = 'IN_PROGRESS'
      and d.id = j.deployment_id and a.id = j.account_id and a.deleted_at is null
    returning j.id, j.cluster, j.created_by as "createdBy", d.id as "deploymentId", d.name as deployment, j.account_id as "accountId", a.name as account, ${makerOf(sql`j.created_by`)} as maker`.execute(
    tx,
  )
  const job = rows[0] ?? throwProblem(linkProblems['enrolment-token-invalid'])
  if (!makerHolds(job.maker, startLinkJobs, job.account)) throwProblem(linkProblems['enrolment-token-invalid'])
  const { id, cluster, deployment, accountId, createdBy } = job
  const token = await makeToken(
    call,
    { id: job.deploymentId, name: deployment, accountId },
    { name: fillText(serverTexts.tokenName, { id, cluster }), createdBy },
  )
  await sql`update link_jobs set deployment_token_id = ${token.id} where id = ${id}`.execute(tx)
  await record(linkJobEnrolled, { account: accountId, subject: id, data: { deployment, cluster, from: request.ip } })
  const url = `${portal.publicUrl()}/api/ingest/metrics`
  return respond(
    { deployment, cluster, token: token.token, url },
    { status: 201, headers: { 'cache-control': 'no-store' } },
  )
}
