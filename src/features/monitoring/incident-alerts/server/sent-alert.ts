import { sql } from 'kysely'
import { casePath } from '#features/support/case-pages/paths.ts'
import type { Database } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { AlertPriority } from '../contract.ts'
import { alertPath } from '../paths.ts'
import type { SentAlert } from './alerting.ts'

type Row = Omit<SentAlert, 'alias' | 'url' | 'tags'> & {
  readonly id: number
  readonly accountId: number
  readonly priority: AlertPriority
  readonly caseKey: string | null
  readonly tags: string[]
}

/**
 * The name of an alert in the other system. It holds the id, so that the next alert with the same alias is another one
 * there too, and a late event of the first does not change the second.
 */
export function aliasOf({ account, caseKey, id }: Pick<Row, 'account' | 'caseKey' | 'id'>): string {
  return [account, ...(caseKey ? [caseKey] : []), String(id)].join(' ')
}

/** The id in such a name, when it is of that account. */
export function idInAlias(alias: string, account: string): string | undefined {
  const parts = alias.split(' ')
  const id = parts.at(-1) ?? ''
  return parts.length > 1 && parts[0] === account && /^\d{1,15}$/.test(id) ? id : undefined
}

/** The alert as it is sent; undefined when it was deleted with its account. */
export async function sentAlert(portal: AppContext, db: Database, id: string): Promise<SentAlert | undefined> {
  const { rows } = await sql<Row>`
    select i.id, i.account_id as "accountId", a.name as account, i.message, i.description, i.priority, i.tags, i.case_key as "caseKey"
    from incident_alerts i join accounts a on a.id = i.account_id where i.id = ${id}::bigint`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { account, caseKey, message, description, priority, tags } = row
  const path = caseKey ? casePath({ account, accountId: row.accountId, key: caseKey }) : alertPath({ alertId: row.id })
  const url = `${portal.publicUrl()}${path}`
  return { alias: aliasOf(row), account, message, description, priority, url, tags: [...new Set([account, ...tags])] }
}
