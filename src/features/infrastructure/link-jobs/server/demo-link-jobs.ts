import { sql } from 'kysely'
import { makeTokenOf } from '#features/access/tokens/server/index.ts'
import { insertDemoBuild } from '#features/infrastructure/build-automation/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor, type SecretKeys } from '#kit/server/encryption.ts'
import { enrolmentPurpose, enrolmentToken } from './enrolment-tokens.ts'

type DemoJob = {
  readonly cluster: string
  readonly hoursAgo: number
  readonly state: 'IN_PROGRESS' | 'DONE' | 'FAILED' | 'CANCELLED'
  readonly reason?: 'EXPIRED' | 'NO_SAMPLES' | 'BUILD_FAILED'
  /** Minutes until the token was exchanged. */
  readonly exchanged?: number
  readonly build?: { readonly number: number; readonly log: string; readonly failed?: true }
}

const steps = (cluster: string, end: string) => `Started by user portal
[headend-link] checkout of network/headend-link at 4f2c9d1
[headend-link] rendering values of cluster ${cluster}, 38 lines
[headend-link] helm upgrade --install headend-agent network/headend-agent --version 1.12.3
${end}
`
const jobs: readonly DemoJob[] = [
  { cluster: 'c4', hoursAgo: 0.6, state: 'IN_PROGRESS' },
  {
    cluster: 'c3',
    hoursAgo: 29,
    state: 'DONE',
    exchanged: 4,
    build: { number: 842, log: steps('c3', 'release "headend-agent" deployed\nFinished: SUCCESS') },
  },
  {
    cluster: 'c3',
    hoursAgo: 31,
    state: 'FAILED',
    reason: 'BUILD_FAILED',
    build: {
      number: 841,
      failed: true,
      log: steps(
        'c3',
        'Error: Kubernetes cluster unreachable: dial tcp 10.40.3.11:6443: i/o timeout\nFinished: FAILURE',
      ),
    },
  },
  { cluster: 'c2', hoursAgo: 120, state: 'DONE', exchanged: 11 },
  { cluster: 'c2', hoursAgo: 220, state: 'FAILED', reason: 'EXPIRED' },
  { cluster: 'lab', hoursAgo: 400, state: 'CANCELLED' },
  { cluster: 'lab', hoursAgo: 402, state: 'FAILED', reason: 'NO_SAMPLES', exchanged: 7 },
  { cluster: 'c1', hoursAgo: 900, state: 'DONE', exchanged: 6 },
]

/** Link jobs of an account, one of them in progress. */
export async function makeDemoLinkJobs(tx: Tx, keys: SecretKeys, account: string): Promise<void> {
  const { rows } = await sql<{ accountId: number; deploymentId: number; deployment: string; userId: number }>`
    select a.id as "accountId", d.id as "deploymentId", d.name as deployment, g.user_id as "userId"
    from accounts a join deployments d on d.account_id = a.id join role_grants g on g.role in ('CENTRAL', 'ADMIN')
    where a.name = ${account} order by d.id, g.user_id limit 1`.execute(tx)
  const [owner] = rows
  if (!owner) return
  for (const job of jobs.toReversed()) {
    const build = job.build && (await demoBuild(tx, { ...owner, account }, job))
    const { token, hash } = makeTokenOf(enrolmentToken)
    const encryptedToken = job.state === 'IN_PROGRESS' ? encryptorFor(keys).close(token, enrolmentPurpose()) : null
    const { cluster, hoursAgo, state, reason = null, exchanged: exchangedAfter = null } = job
    const samples = state === 'DONE' ? (exchangedAfter ?? 0) + 1 : null
    const end =
      state === 'IN_PROGRESS' ? null : job.build?.failed ? 2 : (samples ?? (state === 'CANCELLED' ? 50 : 72 * 60))
    const beginTime = sql`now() - ${hoursAgo} * interval '1 hour'`
    const after = (minutes: number | null) => sql`${beginTime} + ${minutes}::double precision * interval '1 minute'`
    await sql`
      insert into link_jobs (account_id, deployment_id, cluster, state, reason, token_hash, token, expires_at, exchanged_at, exchanged_from,
        first_samples_at, build_id, created_by, ended_by, created_at, ended_at)
      values (${owner.accountId}, ${owner.deploymentId}, ${cluster}, ${state}, ${reason}, ${hash}, ${encryptedToken}, ${beginTime} + interval '72 hours',
        ${after(exchangedAfter)}, ${exchangedAfter === null ? null : '203.0.113.24'}, ${after(samples)}, ${build ?? null}, ${owner.userId},
        ${state === 'CANCELLED' ? owner.userId : null}, ${beginTime}, ${after(end)})`.execute(tx)
  }
}

function demoBuild(
  tx: Tx,
  { accountId, account, deployment }: { accountId: number; account: string; deployment: string },
  job: DemoJob,
) {
  const { number, log, failed: hasFailed = false } = job.build!
  return insertDemoBuild(tx, {
    accountId,
    parameters: { ACCOUNT: account, DEPLOYMENT: deployment, CLUSTER: job.cluster },
    number,
    log,
    error: hasFailed ? `Build ${number} ended with FAILURE.` : null,
    hoursAgo: job.hoursAgo,
  })
}
