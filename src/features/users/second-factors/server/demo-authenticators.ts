import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor, type SecretKeys } from '#kit/server/encryption.ts'
import { totpSecrets } from './totp.ts'

/** Six of seven users of the demo have an authenticator. Users who sign in with the demo's password have none. */
export async function giveDemoAuthenticators(tx: Tx, keys: SecretKeys): Promise<void> {
  const { generateSecret } = await import('otplib')
  const encrypt = encryptorFor(keys)
  const { rows } = await sql<{ id: number; created: Date }>`
    select u.id, u.created_at as created from users u where u.state not in ('staged', 'provisioned') and u.issuer is null and u.id % 7 <> 0
      and not exists (select 1 from user_passwords p where p.user_id = u.id)`.execute(tx)
  const secrets = rows.map(({ id, created }) => ({
    user_id: id,
    secret: encrypt.close(generateSecret(), totpSecrets.purposeOf(String(id))),
    created_at: created,
    confirmed_at: created,
  }))
  if (secrets.length > 0) await tx.insertInto('user_totps').values(secrets).execute()
}
