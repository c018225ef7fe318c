import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Passkey } from '../../contract.ts'

type Row = {
  id: number
  name: string
  synced: boolean
  created_at: Date
  last_used_at: Date | null
  suspended_at: Date | null
}
export const passkeyColumns = ['id', 'name', 'synced', 'created_at', 'last_used_at', 'suspended_at'] as const

/** A user's passkeys, oldest first. */
export async function passkeysOf(db: Database | Tx, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(passkeyJson)
}

/** The ids by which authenticators know the user's passkeys. */
export async function credentialIdsOf(db: Database | Tx, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.credential_id)
}

/** Stores a passkey; undefined when its id is already known. */
export async function keepPasskey(
  tx: Tx,
  passkey: {
    user_id: number
    credential_id: string
    public_key: Buffer
    counter: number
    synced: boolean
    name: string
  },
): Promise<Passkey | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()
  return row && passkeyJson(row)
}

/**
 * The passkey with this authenticator's id, and its user. Users managed by an external provider have none, and a
 * suspended one is not found.
 */
export async function findPasskeyByCredentialId(db: Database | Tx, credentialId: string) {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'p.credential_id',
      'p.public_key',
      'p.counter',
      'p.synced',
      'p.name',
      'p.user_id',
      'u.email',
      'u.full_name',
    ])
    .where('p.credential_id', '=', credentialId)
    .where('u.issuer', 'is', null)
    .where('p.suspended_at', 'is', null)
    .executeTakeFirst()
}
export type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskeyByCredentialId>>>

/**
 * Records a use; false when the authenticator's count has not grown since, which reveals a copy of it (WebAuthn 3,
 * §6.1.1).
 */
export async function noteUse(tx: Tx, id: number, counter: number): Promise<boolean> {
  const update = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  return update.numUpdatedRows === 1n
}

/** As its holder sees it. */
export function passkeyJson({ id, name, synced, created_at, last_used_at, suspended_at }: Row): Passkey {
  return {
    id: String(id),
    name,
    synced,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
    suspendedAt: suspended_at?.toISOString() ?? null,
  }
}
