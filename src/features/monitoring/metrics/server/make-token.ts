import { sql } from 'kysely'
import { makeTokenOf, revokeTokens, tokenKind } from '#features/access/tokens/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { deploymentTokenCreated, deploymentTokenRevoked, MOST_TOKENS, metricProblems } from '../contract.ts'
import type { StoredDeployment } from './deployment-store.ts'

/** Lets a deployment send its metrics. */
export const deploymentToken = tokenKind({
  table: 'deployment_tokens',
  key: 'id',
  hash: 'hash',
  prefix: 'hdd_',
  lastUse: 'last_used_at',
})

type Command = Pick<CommandContext<unknown>, 'tx' | 'record'>

/** Makes a token of a deployment; rejects when it has too many. The secret is stored as a hash only. */
export async function makeToken(
  { tx, record }: Command,
  deployment: StoredDeployment,
  { name, createdBy }: { name: string; createdBy: number | null },
): Promise<{ id: number; token: string }> {
  await sql`select id from deployments where id = ${deployment.id} for no key update`.execute(tx)
  if ((await countTokens(tx, deployment.id)) >= MOST_TOKENS)
    throwProblem(metricProblems['deployment-token-limit-reached'], { deployment: deployment.name, most: MOST_TOKENS })
  const { token, hash } = makeTokenOf(deploymentToken)
  const { rows } = await sql<{ id: number }>`
    insert into deployment_tokens (deployment_id, name, hash, created_by)
    values (${deployment.id}, ${name}, ${hash}, ${createdBy}) returning id`.execute(tx)
  const { id } = rows[0]!
  await record(deploymentTokenCreated, {
    account: deployment.accountId,
    subject: deployment.id,
    data: { deployment: deployment.name, token: String(id), name },
  })
  return { id, token }
}

/** Revokes a token of a deployment; returns false when there is none with this id. */
export async function dropToken(
  { tx, record }: Command,
  deployment: StoredDeployment,
  id: string | number,
): Promise<boolean> {
  const which = sql`id = ${id}::bigint and deployment_id = ${deployment.id}`
  const [revokedToken] = await revokeTokens(tx, deploymentToken, which, sql<{ id: number; name: string }>`id, name`)
  if (!revokedToken) return false
  await record(deploymentTokenRevoked, {
    account: deployment.accountId,
    subject: deployment.id,
    data: { deployment: deployment.name, token: String(revokedToken.id), name: revokedToken.name },
  })
  return true
}

async function countTokens(tx: Tx, deploymentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deployment_tokens where deployment_id = ${deploymentId}`.execute(tx)
  return rows[0]!.count
}
