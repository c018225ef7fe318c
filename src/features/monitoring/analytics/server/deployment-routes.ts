import { sql } from 'kysely'
import {
  deleteDeploymentRow,
  deploymentsOverLimit,
  insertDeployment,
  updateDeployment,
} from '#features/accounts/accounts/server/index.ts'
import { manageDeployments, readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { deploymentTypeOf } from '#features/onboarding/account-requests/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type AnalyticsDeployment,
  analyticsProblems,
  createDeployment,
  type DeploymentChanges,
  deleteDeployment,
  deploymentCreated,
  deploymentDeleted,
  deploymentEdited,
  editDeployment,
  listDeployments,
} from '../contract.ts'
import { requireAccount } from './config-routes.ts'
import { deploymentJson, findDeployments, lockedDeployment, type StoredDeployment } from './deployment-store.ts'
import { checkAddresses, checkOpsName, saveSettings } from './save-settings.ts'

/** Serves the deployments of accounts: list, add, change and delete. */
export function serveDeployments(portal: AppContext): void {
  const { db, config } = portal

  serve(portal, listDeployments, async (call) => {
    const { session, query } = call
    if (query.account !== undefined)
      await requireAccount(db, session, { name: query.account, permission: readAnalytics })
    return halSinglePage(call, 'deployments', await findDeployments(db, session, query.account))
  })

  registerCommand(portal, createDeployment, async (call) => {
    const { tx, session, body } = call
    const account = await requireAccount(tx, session, { name: body.account, permission: manageDeployments, lock: true })
    checkAddresses(body, config.privateHosts)
    await checkOpsName(tx, { accountId: account.id, version: body.version, opsCustomerName: body.opsCustomerName })
    const name = body.name ?? (await nextName(tx, account))
    const id = await insertDeployment(tx, {
      account_id: account.id,
      name,
      version: body.version,
      type: body.type ?? deploymentTypeOf(body.version),
      stage: body.stage,
      exclude_from_total_cm_count: body.excludeFromTotalCmCount ?? false,
      enable_monitoring: body.enableMonitoring ?? true,
    })
    if (id === undefined) throwProblem(analyticsProblems['deployment-exists'], { account: account.displayName, name })
    const full = await deploymentsOverLimit(tx, account.id)
    if (full) throwProblem(analyticsProblems['deployment-limit-reached'], full)
    await saveSettings(portal, tx, { id: String(id), body, before: undefined })
    await call.record(deploymentCreated, { account: account.id, subject: id, data: { name, version: body.version } })
    return respond(...bodyWithEtag(await deploymentJson(tx, id)))
  })

  registerCommand(portal, editDeployment, async (call) => {
    const { tx, session, body } = call
    const storedDeployment = await lockedDeployment(tx, call)
    requireVersion(call, storedDeployment.revision)
    const { id, accountId, account } = storedDeployment
    await requireAccount(tx, session, { name: account.name, permission: manageDeployments, lock: true })
    checkAddresses(body, config.privateHosts)
    const { version = storedDeployment.version, opsCustomerName = storedDeployment.settings.opsCustomerName } = body
    await checkOpsName(tx, { accountId, id, version, opsCustomerName })
    const changes = changesIn(storedDeployment, body)
    if (Object.keys(changes).length > 0) {
      if (body.name !== undefined && body.name !== storedDeployment.name)
        await requireFreeName(tx, storedDeployment, body.name)
      await updateDeployment(tx, Number(id), columnsOf(body))
      await saveSettings(portal, tx, { id, body, before: storedDeployment })
      await call.record(deploymentEdited, {
        account: accountId,
        subject: id,
        data: { name: storedDeployment.name, changes },
      })
    }
    return respond(...bodyWithEtag(await deploymentJson(tx, id)))
  })

  registerCommand(portal, deleteDeployment, async (call) => {
    const { tx } = call
    const { id, accountId, name, revision } = await lockedDeployment(tx, call)
    requireVersion(call, revision)
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from cases where deployment_id = ${id}::bigint) + (select count(*) from account_requests where deployment_id = ${id}::bigint) as count`.execute(
      tx,
    )
    const { count } = rows[0]!
    if (count > 0) throwProblem(analyticsProblems['deployment-in-use'], { name, count })
    await deleteDeploymentRow(tx, { id: Number(id), accountId })
    await call.record(deploymentDeleted, { account: accountId, subject: id, data: { name } })
    return undefined
  })
}

function bodyWithEtag(deployment: AnalyticsDeployment) {
  return [deployment, { headers: { etag: etagOf(deployment.revision) } }] as const
}

async function nextName(tx: Tx, account: { readonly id: number; readonly name: string }): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from deployments where account_id = ${account.id}`.execute(
    tx,
  )
  const takenNames = new Set(rows.map(({ name }) => name))
  for (let number = 1; ; number += 1)
    if (!takenNames.has(`${account.name}-${number}`)) return `${account.name}-${number}`
}

async function requireFreeName(tx: Tx, { accountId, account }: StoredDeployment, name: string): Promise<void> {
  const { rows } = await sql`select 1 from deployments where account_id = ${accountId} and name = ${name}`.execute(tx)
  if (rows.length > 0) throwProblem(analyticsProblems['deployment-exists'], { account: account.displayName, name })
}

function columnsOf({ name, version, type, stage, excludeFromTotalCmCount, enableMonitoring }: DeploymentChanges) {
  const columns = {
    name,
    version,
    type: type ?? (version && deploymentTypeOf(version)),
    stage,
    exclude_from_total_cm_count: excludeFromTotalCmCount,
    enable_monitoring: enableMonitoring,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** What a change alters, before and after; of the password only that it was set. */
function changesIn(
  deployment: StoredDeployment,
  { portalPassword, ...body }: DeploymentChanges,
): Record<string, unknown> {
  const before: Record<string, unknown> = { ...deployment, ...deployment.settings }
  return {
    ...changesOf(before, body),
    ...(portalPassword === undefined
      ? {}
      : { portalPassword: [deployment.password ? '(set)' : null, portalPassword ? '(set)' : null] }),
  }
}
