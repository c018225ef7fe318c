import { createHash } from 'node:crypto'

/**
 * The columns of an event that its hash covers, as PostgreSQL prints them as text (so that both sides agree to the
 * byte).
 */
export const chainedColumns = `seq, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, name, audience, subject, subject_id,
  account_id, actor_id, actor_name, impersonator_id, impersonator_name, data::text as data, request_id, address`

/** A row of `chainedColumns`. */
export type ChainedRow = {
  seq: number
  id: number
  at: string
  name: string
  audience: 'account' | 'vendor' | 'person'
  subject: string
  subject_id: string | null
  account_id: number | null
  actor_id: number | null
  actor_name: string | null
  impersonator_id: number | null
  impersonator_name: string | null
  data: string
  request_id: string | null
  address: string | null
}

/** SHA-256 over the previous hash and the row: the link that reveals a changed, missing or moved event. */
export function linkOf(before: Buffer, seq: number, row: Omit<ChainedRow, 'seq'>): Buffer {
  const coveredFields = [
    seq,
    row.id,
    row.at,
    row.name,
    row.audience,
    row.subject,
    row.subject_id,
    row.account_id,
    row.actor_id,
    row.actor_name,
    row.impersonator_id,
    row.impersonator_name,
    row.data,
    row.request_id,
    row.address,
  ]
  return createHash('sha256').update(before).update(JSON.stringify(coveredFields)).digest()
}
