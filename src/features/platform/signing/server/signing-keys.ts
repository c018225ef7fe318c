import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { type EventActor, noUser, recordEvent } from '#kit/server/events/event.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type SigningKey, signingKeyMade, signingKeyRevoked } from '../contract.ts'
import { SigningFailed } from './signer.ts'

const PURPOSE = 'signing key'
/** Held while the active key changes, so that two nodes make one key. */
const LOCK = 'signing keys'

/** The column of the private keys. */
export const signingSecrets: EncryptedColumn = {
  table: 'signing_keys',
  key: 'id',
  column: 'private_key',
  purposeOf: () => PURPOSE,
}

/** The active key that is stored here. It is created when the first document is signed. */
export async function activeKey(tx: Tx, encrypt: Encryptor): Promise<{ id: string; privateKey: KeyObject }> {
  const row = (await readActive(tx)) ?? (await makeKey(tx, encrypt, noUser))
  if (row.private_key === null)
    throw new SigningFailed(`The key ${row.id} is used through SIGNING_COMMAND, which is not set.`)
  return { id: row.id, privateKey: createPrivateKey(encrypt.open(row.private_key, PURPOSE)) }
}

/** Makes a key the active one whose private half is not here, unless it is active already; retires the one before. */
export async function adoptExternalKey(
  tx: Tx,
  { keyId: id, publicKey }: { readonly keyId: string; readonly publicKey: string },
): Promise<void> {
  if ((await readActive(tx))?.id === id) return
  await lock(tx)
  const before = (await listKeys(tx)).find(({ keyId }) => keyId === id)
  if (before?.status === 'active') return
  if (before) throw new SigningFailed(`The key ${id} of the signing command is ${before.status}: it needs another one.`)
  await retireActive(tx)
  await tx.insertInto('signing_keys').values({ id, public_key: publicKey, private_key: null }).execute()
  await recordEvent(tx, signingKeyMade, noUser, { subject: id })
}

/** Retires the active key and creates the next one. Signatures of the old one stay valid. Returns the new key's id. */
export async function rotateKey(tx: Tx, encrypt: Encryptor, actor: EventActor): Promise<string> {
  await lock(tx)
  await retireActive(tx)
  return (await makeKey(tx, encrypt, actor)).id
}

/** Revokes a key: its signatures are not trusted any more. False when there is no such key that was not revoked. */
export async function revokeKey(tx: Tx, id: string, reason: string, actor: EventActor): Promise<boolean> {
  await lock(tx)
  const { rows } = await sql`
    update signing_keys set revoked_at = now(), retired_at = coalesce(retired_at, now()), reason = ${reason}
    where id = ${id} and revoked_at is null returning id`.execute(tx)
  if (rows.length === 0) return false
  await recordEvent(tx, signingKeyRevoked, actor, { subject: id, data: { reason } })
  return true
}

/** Every key that ever existed, newest first. */
export async function listKeys(db: Database | Tx): Promise<SigningKey[]> {
  const { rows } = await sql<{ key: SigningKey }>`
    select json_build_object('keyId', id, 'algorithm', 'Ed25519', 'publicKey', public_key,
      'status', case when revoked_at is not null then 'revoked' when retired_at is not null then 'retired' else 'active' end,
      'created', ${isoSql('created_at')}, 'retired', ${isoSql('retired_at')}, 'revoked', ${isoSql('revoked_at')}, 'reason', reason) as key
    from signing_keys order by created_at desc, id`.execute(db)
  return rows.map(({ key }) => key)
}

/** The keys as one PEM file; the line above each has its id and status, which verify.sh reads. */
export function keysPem(keys: readonly SigningKey[]): string {
  return keys.map(({ keyId, status, publicKey }) => `# key ${keyId} ${status}\n${publicKey}`).join('\n')
}

/** Without a private key: it is behind the operator's command. */
type Row = { readonly id: string; readonly private_key: Buffer | null }

async function retireActive(tx: Tx): Promise<void> {
  await sql`update signing_keys set retired_at = now() where retired_at is null and revoked_at is null`.execute(tx)
}

async function makeKey(tx: Tx, encrypt: Encryptor, actor: EventActor): Promise<Row> {
  await lock(tx)
  const there = await readActive(tx)
  if (there) return there
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  const encryptedKey = encrypt.close(String(privateKey.export({ type: 'pkcs8', format: 'pem' })), PURPOSE)
  await tx
    .insertInto('signing_keys')
    .values({ id, public_key: String(publicKey.export({ type: 'spki', format: 'pem' })), private_key: encryptedKey })
    .execute()
  await recordEvent(tx, signingKeyMade, actor, { subject: id })
  return { id, private_key: encryptedKey }
}

async function readActive(tx: Tx): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, private_key from signing_keys where retired_at is null and revoked_at is null`.execute(tx)
  return rows[0]
}

async function lock(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(tx)
}
