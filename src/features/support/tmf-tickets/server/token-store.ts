import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { makeTokenOf, revokeTokens, tokenKind } from '#features/access/tokens/server/index.ts'
import { createWebhookSecret } from '#features/platform/webhooks/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { AccountToken, TokenRight } from '../contract.ts'

/** Lets the ticket system of an account read and write its tickets. */
export const accountToken = tokenKind({
  table: 'account_tokens',
  key: 'id',
  hash: 'hash',
  prefix: 'hda_',
  lastUse: 'last_used_at',
})

const secretPurpose = (id: string) => `account token ${id}`
export const tokenSecrets: EncryptedColumn = {
  table: 'account_tokens',
  key: 'id',
  column: 'signing_secret',
  purposeOf: secretPurpose,
}

/** The tokens of an account, newest first. */
export async function findTokens(db: Database | Tx, accountId: number): Promise<AccountToken[]> {
  const { rows } = await sql<AccountToken>`
    select t.id, t.name, t.rights, u.full_name as "createdBy", ${isoSql('t.created_at')} as "createdAt", ${isoSql('t.last_used_at')} as "lastUsedAt"
    from account_tokens t join users u on u.id = t.created_by where t.account_id = ${accountId} order by t.created_at desc, t.id`.execute(
    db,
  )
  return rows
}

/** Adds a token. Of the token only a hash is stored; the signing secret is stored encrypted. */
export async function insertToken(
  tx: Tx,
  encrypt: Encryptor,
  tokenInput: {
    readonly accountId: number
    readonly name: string
    readonly rights: readonly TokenRight[]
    readonly createdBy: number
  },
): Promise<{ id: string; token: string; signingSecret: string }> {
  const { token, hash } = makeTokenOf(accountToken)
  const [id, signingSecret] = [randomUUID(), createWebhookSecret()]
  await sql`
    insert into account_tokens (id, account_id, name, rights, hash, signing_secret, created_by)
    values (${id}, ${tokenInput.accountId}, ${tokenInput.name}, ${[...new Set(tokenInput.rights)]}, ${hash},
      ${encrypt.close(signingSecret, secretPurpose(id))}, ${tokenInput.createdBy})`.execute(tx)
  return { id, token, signingSecret }
}

/** Deletes a token of an account; returns its name, undefined without one. */
export async function deleteToken(tx: Tx, accountId: number, id: string): Promise<string | undefined> {
  const whose = sql`id = ${id} and account_id = ${accountId}`
  const [revokedToken] = await revokeTokens(tx, accountToken, whose, sql<{ name: string }>`name`)
  return revokedToken?.name
}

/** The secret with which notifications of a token's subscriptions are signed. */
export async function signingSecretOf(tx: Tx, encrypt: Encryptor, id: string): Promise<string> {
  const { signing_secret: encryptedSecret } = await tx
    .selectFrom('account_tokens')
    .select('signing_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return encrypt.open(encryptedSecret, secretPurpose(id))
}
