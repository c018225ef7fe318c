import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { DemoAuthor } from './demo-case.ts'

/** A user of the demo's cases. */
export type DemoUser = { readonly id: number; readonly name: string }
/** The author for a side in the cases of one account. */
export type Cast = (account: string, index: number) => Readonly<Record<DemoAuthor, DemoUser>>

type UserWithRole = DemoUser & { role: string; account: string | null }

/** Finds for each account its own users and, in turn, vendor staff by their roles. */
export async function findCast(tx: Tx): Promise<Cast> {
  const { rows } = await sql<UserWithRole>`
    select u.id, u.full_name as name, r.role, a.name as account from role_grants r join users u on u.id = r.user_id left join accounts a on a.id = r.account_id
    where u.state = 'active' and u.last_login_at > now() - interval '365 days' order by u.id`.execute(tx)
  const withRole = (...roles: readonly string[]) =>
    rows.filter(({ role, account }) => account === null && roles.includes(role))
  const engineers = withRole('HARMONIC', 'HARMONIC_TAC_MANAGER')
  const operations = withRole('HARMONIC_NOC')
  return (account, index) => {
    const customers = rows.filter(
      (user) => user.account === account && (user.role === 'USER' || user.role === 'MANAGER'),
    )
    const turn = (players: readonly DemoUser[]) => players[index % players.length]
    const vendor = turn(engineers) ?? rows[0]!
    return {
      customer: turn(customers) ?? vendor,
      vendor,
      noc: turn(operations) ?? vendor,
      internal: turn(engineers.slice(1)) ?? vendor,
    }
  }
}
