import { type RawBuilder, sql } from 'kysely'
import { accountIn, lockAccount } from '#features/accounts/accounts/server/index.ts'
import { readPlugins } from '#features/accounts/plugins/contract.ts'
import { type Adapter, putConnection, stateSql } from '#features/platform/connections/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import {
  type AlertingConfig,
  configureAlerting,
  configureAlertingSystem,
  listAlertingConfigs,
  readAlertingConfigs,
  readAlerts,
} from '../contract.ts'

/** The alerting systems of accounts, and their settings. */
export function serveAlertingConfigs(portal: AppContext, adapters: readonly Adapter[]): void {
  const { db } = portal

  serve(portal, readAlertingConfigs, async (call) => {
    const { id } = await accountIn(db, call.session, { name: call.query.account, permission: readPlugins })
    return halSinglePage(call, 'configs', await findConfigs(db, call.session, sql`a.id = ${id}`))
  })
  serve(portal, listAlertingConfigs, async (call) =>
    halSinglePage(call, 'configs', await findConfigs(db, call.session, sql`true`)),
  )
  registerCommand(portal, configureAlertingSystem, async (call) => {
    const { tx, session, query, body } = call
    const account = await lockAccount(tx, session, query.account, configureAlerting)
    const where = sql`a.id = ${account.id}`
    const [before] = await findConfigs(tx, session, where)
    requireVersion(call, before!.version)
    const { system = before!.system === 'embedded' ? 'opsgenie' : before!.system, ...settingChanges } = body
    const adapter = adapters.find((one) => one.system === system)!
    const settings = Object.fromEntries(
      Object.entries(settingChanges).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    )
    await putConnection(portal, call, { adapter, account: { id: account.id, name: query.account }, settings })
    const [config] = await findConfigs(tx, session, where)
    return respond(config!, { headers: { etag: etagOf(config!.version) } })
  })
}

async function findConfigs(db: Database | Tx, session: Session, where: RawBuilder<unknown>): Promise<AlertingConfig[]> {
  const accounts = visibleAccounts(session, readPlugins)
  const { rows } = await sql<{ config: AlertingConfig }>`
    select json_build_object('account', a.name, 'accountDisplayName', a.display_name, 'system', coalesce(c.system, 'embedded'),
      'state', case when c.id is null then 'STARTED' else ${stateSql()} end, 'connection', c.id, 'settings', c.settings,
      'secretsSet', coalesce(c.secrets_set, '{}'), 'version', case when c.id is null then 0 else coalesce(s.version, 1) end,
      'openAlerts', (select count(*) from incident_alerts i where i.account_id = a.id and i.state <> 'CLOSED')) as config
    from accounts a left join connections c on c.account_id = a.id and c.port = 'opsgenie' left join connection_status s on s.connection = c.id
    where a.deleted_at is null and ${where} and ${inAccounts(accounts, 'a.id')} order by a.name`.execute(db)
  const isStaff = hasPermission(session, readAlerts)
  return rows.map(({ config }) => (isStaff ? config : { ...config, settings: null, secretsSet: [], openAlerts: null }))
}
