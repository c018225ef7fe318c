import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { type ReadRequest, RequestFlaw } from './read-request.ts'

/** Rejects names outside of the verified domains of the account; vendor staff sign for any. */
export async function requireOwnNames(
  db: Database | Tx,
  session: Session,
  accountId: number,
  { names, subject }: ReadRequest,
): Promise<void> {
  if (isVendor(session.actor)) return
  const { rows } = await sql<{ domain: string }>`
    select lower(domain) as domain from domain_verifications where account_id = ${accountId} and state = 'PROVEN' order by 1`.execute(
    db,
  )
  const domains = rows.map(({ domain }) => domain)
  const list = domains.length > 0 ? domains.join(', ') : 'none yet'
  const isOwn = (host: string) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
  const common = /(?:^|, )CN=([^,]+)/.exec(subject)?.[1] ?? ''
  const all = [...names, ...(common.includes('.') ? [{ type: 'dns', value: common } as const] : [])]
  for (const { type, value } of all) {
    const host = hostOf(type, value)
    if (host === undefined || !isOwn(host))
      throw new RequestFlaw(`The name ${value} is not in a verified domain of the account. Verified domains: ${list}.`)
  }
}

/** The host of a name; undefined for an IP address and for what has none. */
function hostOf(type: string, value: string): string | undefined {
  if (type === 'dns') return value.toLowerCase().replace(/^\*\./, '')
  if (type === 'email') return value.toLowerCase().split('@')[1]
  return type === 'url' && URL.canParse(value) ? new URL(value).hostname.toLowerCase() : undefined
}
