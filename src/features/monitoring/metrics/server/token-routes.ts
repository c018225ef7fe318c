import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  createDeploymentToken,
  type DeploymentToken,
  listDeploymentTokens,
  manageDeployments,
  metricProblems,
  readMonitoring,
  revokeDeploymentToken,
} from '../contract.ts'
import { deploymentOf } from './deployment-store.ts'
import { dropToken, makeToken } from './make-token.ts'

/** Serves the tokens of deployments. */
export function serveDeploymentTokens(portal: AppContext): void {
  serve(portal, listDeploymentTokens, async (call) => {
    const { id } = await deploymentOf(portal.db, call, readMonitoring)
    return halSinglePage(call, 'tokens', await findTokens(portal.db, id))
  })

  registerCommand(portal, createDeploymentToken, async (call) => {
    const { tx, session, body } = call
    const deployment = await deploymentOf(tx, call, manageDeployments)
    const { token } = await makeToken(call, deployment, { name: body.name, createdBy: session.userId })
    const [newToken] = await findTokens(tx, deployment.id)
    return { ...newToken!, token }
  })

  registerCommand(portal, revokeDeploymentToken, async (call) => {
    const deployment = await deploymentOf(call.tx, call, manageDeployments)
    if (!(await dropToken(call, deployment, call.params.tokenId)))
      throwProblem(metricProblems['deployment-token-not-found'])
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
