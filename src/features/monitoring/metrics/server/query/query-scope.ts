import { sql } from 'kysely'
import { accountIn, effectiveLimit } from '#features/accounts/accounts/server/index.ts'
import { QueryError } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readAnalytics } from '../../contract.ts'
import { RETENTION } from '../store/roll-up-days.ts'
import { DAY_MS } from '../store/windows.ts'
import type { QueryScope } from './metric-source.ts'

/**
 * The deployments of the account that a query names, or of the only account in which the user may query; 404 for an
 * account that the user cannot see.
 */
export async function queryScope(db: Database, session: Session, account: string | undefined): Promise<QueryScope> {
  const visible = visibleAccounts(session, readAnalytics)
  if (account === undefined && (visible === 'all' || visible.length !== 1))
    throw new QueryError('bad_data', 'invalid parameter "account": name one of the accounts that you can see')
  const { deployments, kept: keptDays } = await accountIn(db, session, {
    ...(account === undefined ? { idOrName: String(visible[0]) } : { name: account }),
    permission: readAnalytics,
    also: sql<{ deployments: string[]; kept: number | null }>`
      array(select id::text from deployments where account_id = a.id) as deployments, ${effectiveLimit(sql.ref('a.id'), RETENTION)} as kept`,
  })
  return { deployments: deployments.map(Number), since: keptDays === null ? 0 : Date.now() - keptDays * DAY_MS }
}
