import { sql } from 'kysely'
import { hashOf, newToken } from '#features/access/sessions/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  createDeploymentToken,
  type DeploymentToken,
  deploymentTokenCreated,
  deploymentTokenRevoked,
  listDeploymentTokens,
  MOST_TOKENS,
  manageDeployments,
  metricProblems,
  readMonitoring,
  revokeDeploymentToken,
} from '../contract.ts'
import { deploymentOf } from './deployment-store.ts'

/** Serves the tokens of deployments. */
export function serveDeploymentTokens(portal: AppContext): void {
  serve(portal, listDeploymentTokens, async (call) => {
    const { id } = await deploymentOf(portal.db, call, readMonitoring)
    return halSinglePage(call, 'tokens', await findTokens(portal.db, id))
  })

  registerCommand(portal, createDeploymentToken, async (call) => {
    const { tx, session, body } = call
    const deployment = await deploymentOf(tx, call, manageDeployments)
    await sql`select id from deployments where id = ${deployment.id} for no key update`.execute(tx)
    if ((await findTokens(tx, deployment.id)).length >= MOST_TOKENS)
      throwProblem(metricProblems['deployment-token-limit-reached'], { deployment: deployment.name, most: MOST_TOKENS })
    const token = `hdd_${newToken()}`
    await sql`insert into deployment_tokens (deployment_id, name, hash, created_by)
      values (${deployment.id}, ${body.name}, ${hashOf(token)}, ${session.userId})`.execute(tx)
    const [made] = await findTokens(tx, deployment.id)
    await call.record(deploymentTokenCreated, {
      account: deployment.accountId,
      subject: deployment.id,
      data: { deployment: deployment.name, token: made!.id, name: body.name },
    })
    return { ...made!, token }
  })

  registerCommand(portal, revokeDeploymentToken, async (call) => {
    const deployment = await deploymentOf(call.tx, call, manageDeployments)
    const { rows } = await sql<{ id: number; name: string }>`
      delete from deployment_tokens where id = ${call.params.tokenId}::bigint and deployment_id = ${deployment.id} returning id, name`.execute(
      call.tx,
    )
    const [revoked] = rows
    if (!revoked) throwProblem(metricProblems['deployment-token-not-found'])
    await call.record(deploymentTokenRevoked, {
      account: deployment.accountId,
      subject: deployment.id,
      data: { deployment: deployment.name, token: String(revoked.id), name: revoked.name },
    })
    return undefined
  })
}

async function findTokens(db: Database | Tx, deploymentId: number): Promise<DeploymentToken[]> {
  const { rows } = await sql<DeploymentToken>`
    select t.id::text as id, t.name, u.full_name as "createdBy", ${isoSql('t.created_at')} as "createdAt", ${isoSql('t.last_used_at')} as "lastUsedAt"
    from deployment_tokens t left join users u on u.id = t.created_by where t.deployment_id = ${deploymentId} order by t.id desc`.execute(
    db,
  )
  return rows
}
