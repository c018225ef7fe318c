import { type RawBuilder, sql } from 'kysely'
import { accountIn, lockAccount } from '#features/accounts/accounts/server/index.ts'
import { type Adapter, putConnection, stateSql } from '#features/platform/connections/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import { configureWiki, connectWiki, listWikiConfigs, type WikiConfig } from '../contract.ts'
import { PORT } from './mirror-task.ts'

/** The outside wikis of accounts, and their settings. */
export function serveWikiConfigs(portal: AppContext, adapter: Adapter): void {
  const { db } = portal

  serve(portal, listWikiConfigs, async (call) => {
    const { account } = call.query
    if (account !== undefined) await accountIn(db, call.session, { name: account, permission: configureWiki })
    const where = account === undefined ? sql`true` : sql`a.name = ${account}`
    return halSinglePage(call, 'configs', await findConfigs(db, call.session, where))
  })
  registerCommand(portal, connectWiki, async (call) => {
    const { tx, session, query, body } = call
    const { id } = await lockAccount(tx, session, query.account, configureWiki)
    const where = sql`a.id = ${id}`
    const [before] = await findConfigs(tx, session, where)
    requireVersion(call, before?.version ?? 0)
    const settings = Object.fromEntries(
      Object.entries({ readers: before?.readers ?? 'VENDOR', ...body }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    )
    await putConnection(portal, call, { adapter, account: { id, name: query.account }, settings })
    const [config] = await findConfigs(tx, session, where)
    return respond(config!, { headers: { etag: etagOf(config!.version) } })
  })
}

async function findConfigs(db: Database | Tx, session: Session, where: RawBuilder<unknown>): Promise<WikiConfig[]> {
  const accounts = visibleAccounts(session, configureWiki)
  const { rows } = await sql<{ config: WikiConfig }>`
    select json_build_object('id', c.id, 'account', a.name, 'accountDisplayName', a.display_name, 'state', ${stateSql()},
      'url', coalesce(c.settings ->> 'url', ''), 'spaceKey', coalesce(c.settings ->> 'spaceKey', ''), 'username', coalesce(c.settings ->> 'username', ''),
      'tokenSet', 'token' = any(c.secrets_set), 'readers', coalesce(c.settings ->> 'readers', 'VENDOR'), 'pages', coalesce(m.pages, 0),
      'leftOut', coalesce(m.left_out, 0), 'read', ${sql.raw(isoJson('m.read_at'))}, 'version', coalesce(s.version, 1)) as config
    from connections c join accounts a on a.id = c.account_id and a.deleted_at is null left join connection_status s on s.connection = c.id
      left join wiki_mirrors m on m.connection = c.id
    where c.port = ${PORT} and ${where} and ${inAccounts(accounts, 'a.id')} order by a.name`.execute(db)
  return rows.map(({ config }) => config)
}
