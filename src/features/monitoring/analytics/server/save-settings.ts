import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { requireOutside } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { DeploymentChanges } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { passwordPurpose, type StoredDeployment } from './deployment-store.ts'

/** Rejects addresses that may not be called, with the error at the field. */
export function checkAddresses(body: DeploymentChanges, privateHosts: readonly string[]): void {
  for (const field of ['apiUrl', 'portalUrl'] as const) {
    const address = body[field]
    if (!address) continue
    try {
      requireOutside(address, privateHosts)
    } catch (failure) {
      throwFieldProblem(field, (failure as Error).message)
    }
  }
}

/** Deployments of one account and version have one ops name. Call it with the account locked. */
export async function checkOpsName(
  tx: Tx,
  {
    accountId,
    id,
    version,
    opsCustomerName,
  }: { accountId: number; id?: string; version: string; opsCustomerName: string | null | undefined },
): Promise<void> {
  if (!opsCustomerName) return
  const { rows } = await sql<{ name: string; ops: string }>`
    select d.name, s.ops_customer_name as ops from deployments d join deployment_analytics s on s.deployment_id = d.id
    where d.account_id = ${accountId} and d.version = ${version} and d.id <> ${id ?? 0}::bigint and s.ops_customer_name <> ${opsCustomerName}
    order by d.name limit 1`.execute(tx)
  if (rows[0]) throwFieldProblem('opsCustomerName', fillText(serverTexts.opsName, { ...rows[0], version }))
}

/** Stores the given analytics settings; a stored password is never kept for an address that is new. */
export async function saveSettings(
  { config }: AppContext,
  tx: Tx,
  { id, body, before }: { id: string; body: DeploymentChanges; before: StoredDeployment | undefined },
): Promise<void> {
  const { portalPassword, apiUrl } = body
  const isMoved = apiUrl !== undefined && before !== undefined && apiUrl !== before.settings.apiUrl
  if (isMoved && before.password && portalPassword === undefined)
    throwFieldProblem('portalPassword', serverTexts.passwordAgain)
  const columns = {
    ops_customer_name: body.opsCustomerName,
    api_url: apiUrl,
    portal_url: body.portalUrl,
    portal_username: body.portalUsername,
    portal_password: portalPassword && encryptorFor(config).close(portalPassword, passwordPurpose(id)),
    stats_history_expiration: body.statsHistoryExpiration,
    md_stats_fields: body.mdStatsFields && [...new Set(body.mdStatsFields)],
    cm_stats_fields: body.cmStatsFields && [...new Set(body.cmStatsFields)],
  }
  const changedColumns = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  await tx
    .insertInto('deployment_analytics')
    .values({ deployment_id: Number(id), ...changedColumns })
    .onConflict((conflict) =>
      conflict.column('deployment_id').doUpdateSet({ deployment_id: Number(id), ...changedColumns }),
    )
    .execute()
}
