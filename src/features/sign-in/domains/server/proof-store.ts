import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Setting } from '#kit/server/settings/setting.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { DomainProof } from '../contract.ts'

const PREFIX = 'headend-domain-proof='

/** A row of `domain_verifications p` as the contract has it. The record has its own name, below the domain. */
export const proofJson =
  sql.raw(`jsonb_build_object('domain', p.domain, 'host', '_headend.' || regexp_replace(p.domain, '^\\*\\.', ''),
  'value', '${PREFIX}' || p.token, 'state', p.state, 'since', ${isoJson('p.since')}, 'checkedAt', ${isoJson('p.checked_at')}, 'unanswered', p.unanswered)`)

/** The proof required of an account for a domain; undefined when none is. */
export async function readProof(
  db: Database | Tx,
  accountId: number,
  domain: string,
): Promise<DomainProof | undefined> {
  const { rows } = await sql<{ proof: DomainProof }>`
    select ${proofJson} as proof from domain_verifications p where p.account_id = ${accountId} and p.domain = ${domain}`.execute(
    db,
  )
  return rows[0]?.proof
}

/** Requires proof; false when it is required already, and then nothing changes. */
export async function askProof(tx: Tx, accountId: number, domain: string): Promise<boolean> {
  const insertedRow = await tx
    .insertInto('domain_verifications')
    .values({ account_id: accountId, domain, token: randomBytes(20).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return insertedRow.numInsertedOrUpdatedRows === 1n
}

/** Days that a domain may go without a DNS response before its proof is lost. */
export const unansweredDays: Setting<number> = {
  key: 'domains.unanswered-days',
  type: { kind: 'NUMBER', minimum: 1, maximum: 90, unit: 'DAYS' },
  default: 7,
}

/** The changes of a check: the state before and after, and whether DNS failed to respond for the first time. */
export type ProofChange = {
  readonly before: DomainProof['state']
  readonly after: DomainProof['state']
  readonly firstUnanswered: boolean
}

/**
 * Stores the result of a check: the record, none, or (undefined) no response. A proof without a response for too long
 * is lost.
 */
export async function recordVerification(
  tx: Tx,
  { accountId, domain, days }: { accountId: number; domain: string; days: number },
  isFound: boolean | undefined,
): Promise<ProofChange | undefined> {
  const outcome = sql`${isFound ?? null}::boolean`
  const { rows } = await sql<ProofChange>`
    with known as (select state, unanswered_since from domain_verifications where account_id = ${accountId} and domain = ${domain} for update),
    next as (select state as before, unanswered_since is null and ${outcome} is null as first, case
      when ${outcome} then 'PROVEN'
      when state = 'UNPROVEN' then 'UNPROVEN'
      when ${outcome} is null and (unanswered_since is null or unanswered_since > now() - make_interval(days => ${days})) then state
      else 'LOST' end as after from known)
    update domain_verifications p set state = next.after, checked_at = now(), unanswered = ${isFound === undefined},
      unanswered_since = case when ${outcome} is null then coalesce(p.unanswered_since, now()) end,
      since = case when next.after = next.before then p.since else now() end
    from next where p.account_id = ${accountId} and p.domain = ${domain} returning next.before, next.after, next.first as "firstUnanswered"`.execute(
    tx,
  )
  return rows[0]
}
