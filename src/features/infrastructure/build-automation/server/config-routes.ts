import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { type Adapter, putConnection } from '#features/platform/connections/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import {
  buildProblems,
  configureBuilds,
  editJenkinsConfig,
  type JenkinsConfig,
  readJenkinsConfig,
} from '../contract.ts'
import { connectionIdOf } from './jenkins-connection.ts'

type StoredConfig = JenkinsConfig & { readonly accountId: number }

/** The Jenkins of accounts: a connection, read by account and changed by its id. */
export function serveJenkinsConfigs(portal: AppContext, adapter: Adapter): void {
  const { db } = portal
  serve(portal, readJenkinsConfig, async ({ session, params }) => {
    await accountIn(db, session, { name: params.account, permission: configureBuilds })
    return replyWithEtag(await configOf(db, session, connectionIdOf(params.account)))
  })
  registerCommand(portal, editJenkinsConfig, async (call) => {
    const { tx, session, params, body } = call
    await sql`select from connection_status where connection = ${params.account} for update`.execute(tx)
    const config = await configOf(tx, session, params.account)
    requireVersion(call, config.version)
    const settings = Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    await putConnection(portal, call, { adapter, account: { id: config.accountId, name: config.account }, settings })
    return replyWithEtag(await configOf(tx, session, config.id))
  })
}

/** The configuration of a connection whose account the session configures, else 404. */
async function configOf(db: Database | Tx, session: Session, id: string): Promise<StoredConfig> {
  const accounts = visibleAccounts(session, configureBuilds)
  const { rows } = await sql<StoredConfig>`
    select c.id, a.name as account, a.id as "accountId", coalesce(c.settings ->> 'url', '') as url, coalesce(c.settings ->> 'job', '') as job,
      coalesce(c.settings ->> 'username', '') as username, 'token' = any(c.secrets_set) as "tokenSet", coalesce(s.version, 1) as version
    from connections c join accounts a on a.id = c.account_id and a.deleted_at is null left join connection_status s on s.connection = c.id
    where c.id = ${id} and c.port = 'jenkins' and ${inAccounts(accounts, 'a.id')}`.execute(db)
  return rows[0] ?? throwProblem(buildProblems['build-config-not-found'])
}

function replyWithEtag({ accountId: _, ...config }: StoredConfig) {
  return respond<JenkinsConfig>(config, { headers: { etag: etagOf(config.version) } })
}
