import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  type createReceiptKey,
  manageReceiptKeys,
  type ReceiptKey,
  receiptKeyCreated,
  receiptKeyRevoked,
  receiptProblems,
  type revokeReceiptKey,
} from '../contract.ts'

const json = sql<ReceiptKey>`json_build_object('id', k.id, 'name', k.name, 'created', ${isoSql('k.created_at')}, 'createdBy', u.full_name,
  'revoked', ${isoSql('k.revoked_at')})`

/** The keys of an account, the newest first. */
export async function findKeys(db: Database | Tx, accountId: number): Promise<ReceiptKey[]> {
  const { rows } = await sql<{ key: ReceiptKey }>`
    select ${json} as key from receipt_keys k join users u on u.id = k.created_by
    where k.account_id = ${accountId} order by k.created_at desc, k.id`.execute(db)
  return rows.map(({ key }) => key)
}

/** Registers a key; a key belongs to one account. */
export async function createKey(call: CommandContext<typeof createReceiptKey>): Promise<ReceiptKey> {
  const { tx, session, body } = call
  const account = await accountIn(tx, session, { name: body.account, permission: manageReceiptKeys })
  const key = readKey(body.publicKey)
  const id = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  const name = body.name.trim()
  const { rows } = await sql`
    insert into receipt_keys (id, account_id, name, public_key, created_by)
    values (${id}, ${account.id}, ${name}, ${String(key.export({ type: 'spki', format: 'pem' }))}, ${session.userId})
    on conflict do nothing returning id`.execute(tx)
  if (rows.length === 0) throwProblem(receiptProblems['receipt-key-exists'])
  await call.record(receiptKeyCreated, { account: account.id, subject: id, data: { what: name } })
  return (await findKeys(tx, account.id)).find((one) => one.id === id)!
}

/** Revokes a key; what it signed before stays as it is. */
export async function revokeKey(call: CommandContext<typeof revokeReceiptKey>): Promise<undefined> {
  const { tx, session, params } = call
  const { rows } = await sql<{ name: string; accountId: number }>`
    update receipt_keys set revoked_at = now(), revoked_by = ${session.userId}
    where id = ${params.id} and revoked_at is null and ${visibleIn(session, manageReceiptKeys, 'account_id')}
    returning name, account_id as "accountId"`.execute(tx)
  const { name, accountId } = rows[0] ?? throwProblem(receiptProblems['receipt-key-not-found'])
  await call.record(receiptKeyRevoked, { account: accountId, subject: params.id, data: { what: name } })
}

function readKey(pem: string): KeyObject {
  try {
    // A private key would be accepted too, and half of it thrown away: it must not be sent at all.
    if (!pem.includes('PRIVATE')) {
      const key = createPublicKey(pem)
      if (key.asymmetricKeyType === 'ed25519') return key
    }
  } catch {
    // Reported below.
  }
  return throwProblem(receiptProblems['receipt-key-malformed'])
}
