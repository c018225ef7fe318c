import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { DomainProof } from '../contract.ts'

const PREFIX = 'headend-domain-proof='
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A row of `domain_proofs p` as the contract has it. The record lies at a name of its own, below the domain. */
export const proofJson =
  sql.raw(`jsonb_build_object('domain', p.domain, 'host', '_headend.' || regexp_replace(p.domain, '^\\*\\.', ''),
  'value', '${PREFIX}' || p.token, 'state', p.state, 'since', ${utc('p.since')}, 'checkedAt', ${utc('p.checked_at')}, 'unanswered', p.unanswered)`)

/** The proof that is asked of an account for a domain; undefined when none is. */
export async function readProof(
  db: Database | Tx,
  accountId: number,
  domain: string,
): Promise<DomainProof | undefined> {
  const { rows } = await sql<{ proof: DomainProof }>`
    select ${proofJson} as proof from domain_proofs p where p.account_id = ${accountId} and p.domain = ${domain}`.execute(
    db,
  )
  return rows[0]?.proof
}

/** Begins to ask; false when it is asked already, and then everything stays as it is. */
export async function askProof(tx: Tx, accountId: number, domain: string): Promise<boolean> {
  const asked = await tx
    .insertInto('domain_proofs')
    .values({ account_id: accountId, domain, token: randomBytes(20).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return asked.numInsertedOrUpdatedRows === 1n
}

/** Notes what a check found: the record, none, or no answer. Answers the state before and after. */
export async function noteCheck(
  tx: Tx,
  { accountId, domain }: { accountId: number; domain: string },
  found: boolean | undefined,
): Promise<{ before: DomainProof['state']; after: DomainProof['state'] } | undefined> {
  const { rows } = await sql<{ before: DomainProof['state']; after: DomainProof['state'] }>`
    with known as (select state from domain_proofs where account_id = ${accountId} and domain = ${domain} for update),
    next as (select state as before, case when ${found ?? null}::boolean is null then state when ${found ?? null}::boolean then 'PROVEN'
      when state = 'UNPROVEN' then 'UNPROVEN' else 'LOST' end as after from known)
    update domain_proofs p set state = next.after, checked_at = now(), unanswered = ${found === undefined},
      since = case when next.after = next.before then p.since else now() end
    from next where p.account_id = ${accountId} and p.domain = ${domain} returning next.before, next.after`.execute(tx)
  return rows[0]
}
