import { sql } from 'kysely'
import { lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { sessionOf, type TicketCommand } from './token-holder.ts'

/** A case as a ticket system changes it. */
export type CaseOfExchange = {
  readonly stored: StoredCase
  readonly reason: string | null
  readonly externalId: string | null
  /** As its reporter, where a ticket system of the account filed it: it may change what reporters may. */
  readonly session: Session
}

/** The case of a ticket of the holder's account, locked until the transaction ends; 404 for any other. */
export async function lockTicket({ tx, holder, session }: TicketCommand, key: string): Promise<CaseOfExchange> {
  const storedCase = await lockedCase(tx, session, key)
  const { rows } = await sql<{ reason: string | null; externalId: string | null; filed: boolean }>`
    select c.resolution_reason as reason, c.external_id as "externalId", exists (select from ticket_exchanges x where x.case_id = c.id) as filed
    from cases c where c.id = ${storedCase.id}`.execute(tx)
  const { reason, externalId, filed: isFiled } = rows[0]!
  return {
    stored: storedCase,
    reason,
    externalId,
    session: isFiled ? sessionOf(holder, storedCase.reporterId) : session,
  }
}

/** The case of an account with an external id; several requests with that id wait for each other from here. */
export async function caseWithExternalId(
  tx: Tx,
  accountId: number,
  externalId: string,
): Promise<{ id: number; key: string; requestHash: Buffer | null } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket ${accountId} ${externalId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: number; key: string; requestHash: Buffer | null }>`
    select c.id, c.key, x.request_hash as "requestHash" from cases c left join ticket_exchanges x on x.case_id = c.id
    where c.account_id = ${accountId} and c.external_id = ${externalId}`.execute(tx)
  return rows[0]
}
