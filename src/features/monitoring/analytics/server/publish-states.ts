import { sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { monitoringChanged } from '../contract.ts'
import { openOutages, stateSql } from './state-sql.ts'

type StateChange = { readonly account: string; readonly deployment: string; readonly before: string | null }

/** Publishes which deployments have another state of monitoring than a minute ago. */
export async function publishStates({ db, live }: Pick<AppContext, 'db' | 'live'>, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<StateChange>`
      update deployment_figures g set state = s.state from (
        select d.id, d.name as deployment, a.name as account, f.state as before, ${stateSql(now)} as state
        from deployments d join accounts a on a.id = d.account_id and a.deleted_at is null join deployment_figures f on f.deployment_id = d.id
          left join ${openOutages} o on o.deployment_id = d.id) s
      where g.deployment_id = s.id and g.state is distinct from s.state returning s.account, s.deployment, s.before`.execute(
      tx,
    )
    for (const { account, deployment, before } of rows)
      if (before !== null) await live.publish(tx, { topic: monitoringChanged, account, body: { deployment } })
  })
}
