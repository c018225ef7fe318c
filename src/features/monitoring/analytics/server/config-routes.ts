import { sql } from 'kysely'
import { findAccountIn, type NamedAccount } from '#features/access/scope/server/index.ts'
import { manageDeployments, metricProblems } from '#features/monitoring/metrics/contract.ts'
import type { Connection } from '#features/platform/connections/contract.ts'
import { connectionSettings, connectionsWhere, putConnection } from '#features/platform/connections/server/index.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  type AnalyticsConfig,
  analyticsProblems,
  configureMonitoring,
  listAnalyticsConfigs,
  saveAnalyticsConfig,
  testAnalyticsConfig,
  testAnalyticsLogin,
} from '../contract.ts'
import { serverTexts } from '../texts.ts'
import type { AnalyticsSystem } from './analytics-system.ts'
import { accountCondition, inVisibleAccounts, passwordPurpose } from './deployment-store.ts'
import { testAnalytics } from './test-analytics.ts'

/** Serves the analytics connections of accounts and their tests. */
export function serveConfigs(portal: AppContext, system: AnalyticsSystem): void {
  const { db, config } = portal
  const ports = { adapters: [system.adapter], sources: [] }
  const { port } = system.adapter

  serve(portal, testAnalyticsLogin, async ({ session, body }) => {
    const { url, username, ops_name: opsName, version = 4 } = body
    const password = body.password ?? (await storedPassword(session, body))
    return testAnalytics(portal, system, { login: { url, username, password }, opsName, version })
  })

  serve(portal, testAnalyticsConfig, async ({ session, query: { account, ops_name: opsName, version } }) => {
    await requireAccount(db, session, { name: account })
    const [connection] = await connectionsWhere(
      db,
      ports,
      sql`c.id = ${`${port}:${account}`} and c.system = ${system.adapter.system}`,
    )
    if (!connection) throwProblem(analyticsProblems['analytics-config-not-found'], { account })
    const { url = '', username = '', password = '' } = await connectionSettings(portal, connection.id)
    const login = { url, username, password }
    return testAnalytics(portal, system, { login, opsName, version: version === '1' ? 1 : 4 })
  })

  serve(portal, listAnalyticsConfigs, async (call) => {
    const { session, query } = call
    const where = sql`c.port = ${port} and c.system = ${system.adapter.system} and ${inVisibleAccounts(session, configureMonitoring)} and ${accountCondition(query.account)}`
    return halSinglePage(call, 'configs', (await connectionsWhere(db, ports, where)).map(configOf))
  })

  registerCommand(portal, saveAnalyticsConfig, async (call) => {
    const { tx, session, query, body } = call
    const { id: accountId } = await requireAccount(tx, session, { name: query.account })
    const { url, username, password } = body
    const settings = { url, username, ...(password === undefined ? {} : { password }) }
    const account = { id: accountId, name: query.account }
    const id = await putConnection(portal, call, { adapter: system.adapter, account, settings })
    const [savedConnection] = await connectionsWhere(tx, ports, sql`c.id = ${id}`)
    return configOf(savedConnection!)
  })

  /** The password of a deployment that the session manages, for its own address alone. */
  async function storedPassword(
    session: Session,
    { deployment, url }: { deployment?: string | undefined; url: string },
  ) {
    if (deployment === undefined) throwFieldProblem('password', serverTexts.passwordMissing)
    const { rows } = await sql<{ url: string | null; password: Buffer | null }>`
      select s.api_url as url, s.portal_password as password from deployments d join accounts a on a.id = d.account_id
        left join deployment_analytics s on s.deployment_id = d.id
      where d.id = ${deployment}::bigint and a.deleted_at is null and ${inVisibleAccounts(session, manageDeployments)}`.execute(
      db,
    )
    const [row] = rows
    if (!row) throwProblem(metricProblems['deployment-not-found'])
    if (!row.password) throwFieldProblem('password', serverTexts.passwordMissing)
    if (row.url !== url) throwFieldProblem('password', serverTexts.passwordAgain)
    return encryptorFor(config).open(row.password, passwordPurpose(deployment))
  }
}

/** Rejects with 404 unless the session has the permission in the account. */
export async function requireAccount(
  db: Database | Tx,
  session: Session,
  { name, permission = configureMonitoring, lock = false }: { name: string; permission?: Permission; lock?: boolean },
): Promise<NamedAccount> {
  const account = await findAccountIn(db, session, { name, permission, lock })
  return account ?? throwProblem(analyticsProblems['analytics-account-not-found'], { account: name })
}

function configOf({ id, account, settings, secretsSet, state, lastSuccess, lastFailure }: Connection): AnalyticsConfig {
  return {
    id,
    account: account?.name ?? '',
    url: settings.url ?? '',
    username: settings.username ?? '',
    passwordSet: secretsSet.includes('password'),
    state,
    lastSuccess,
    lastFailure: lastFailure?.text ?? null,
  }
}
