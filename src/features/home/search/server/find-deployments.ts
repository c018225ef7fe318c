import { sql } from 'kysely'
import { readAccounts } from '#features/accounts/accounts/contract.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import type { SearchHit } from '../contract.ts'

/** Deployments whose name or software version contains the text, in the accounts visible to the session. */
export async function findDeployments(
  db: Database,
  session: Session,
  q: string,
  account: number | undefined,
  most: number,
): Promise<SearchHit[]> {
  const visible = visibleAccounts(session, readAccounts)
  const within = account === undefined ? visible : visible === 'all' || visible.includes(account) ? [account] : []
  const part = `%${likeText(q)}%`
  const { rows } = await sql<{ hit: SearchHit }>`
    select json_build_object('kind', 'deployment', 'id', d.id::text, 'title', d.name,
      'hint', concat_ws(' · ', a.display_name, d.software_version), 'account', a.name, 'accountId', a.id::text,
      'exact', lower(d.name) = lower(${q})) as hit
    from deployments d join accounts a on a.id = d.account_id and a.deleted_at is null
    where (d.name ilike ${part} or d.software_version ilike ${part})
      and (${within === 'all'} or d.account_id = any(${within === 'all' ? [] : within}::bigint[]))
    order by lower(d.name) = lower(${q}) desc, d.name, d.id limit ${most}`.execute(db)
  return rows.map(({ hit }) => hit)
}
