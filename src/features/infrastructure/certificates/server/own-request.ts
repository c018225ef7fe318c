import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { loadX509 } from '#kit/server/x509.ts'
import { hostOf, type NameType } from './name-syntax.ts'
import { type ReadRequest, RequestFlaw } from './read-request.ts'

type Party = {
  readonly session: Session
  readonly accountId: number
  /** The name of the vendor, which no certificate of a customer has. */
  readonly vendorName: string
}

/**
 * The request as it is signed. That of vendor staff is signed as it is. For a customer the portal makes the subject,
 * of a common name in a verified domain of the account and of the account's name; a name that is not in such a domain
 * is a `RequestFlaw`.
 */
export async function ownRequest(
  db: Database | Tx,
  { session, accountId, vendorName }: Party,
  request: ReadRequest,
): Promise<ReadRequest> {
  if (isVendor(session.actor)) return request
  const { account, domains } = await accountOf(db, accountId)
  const { commonNames, organisations } = request
  for (const { type, value } of [...request.names, ...commonNames.map(asName)])
    if (!isWithin(domains, hostOf(type, value)))
      throw new RequestFlaw(
        `The name ${value} is not in a verified domain of the account. Verified domains: ${domains.join(', ') || 'none yet'}.`,
      )
  const foreign = organisations.find((name) => words(name).includes(words(vendorName)))
  if (foreign !== undefined)
    throw new RequestFlaw(`The organisation ${foreign} is not the account. Leave it out, or write ${account}.`)
  const { Name } = await loadX509()
  const parts = [...commonNames.slice(0, 1).map((name) => ({ CN: [name] })), { O: [account] }]
  return { ...request, subject: new Name(parts).toString() }
}

async function accountOf(db: Database | Tx, id: number): Promise<{ account: string; domains: readonly string[] }> {
  const { rows } = await sql<{ account: string; domains: string[] }>`
    select a.display_name as account, array(select lower(d.domain) from domain_verifications d
      where d.account_id = a.id and d.state = 'PROVEN' order by 1) as domains from accounts a where a.id = ${id}`.execute(
    db,
  )
  return rows[0]!
}

/** A common name is a host or an address; any other text belongs to no account. */
function asName(value: string): { type: NameType; value: string } {
  return { type: value.includes('@') ? 'email' : 'dns', value }
}

function isWithin(domains: readonly string[], host: string | undefined): boolean {
  return domains.some((domain) => host === domain || host?.endsWith(`.${domain}`))
}

/** The words of a name between spaces, so that one name is found in another by whole words. */
function words(name: string): string {
  return ` ${name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
}
