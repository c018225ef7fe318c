import type { Database, Tx } from '#kit/server/database.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { needsSecondFactor } from './second-factor.ts'
import { totpSince } from './totp.ts'

/** What a person signs in with. */
export async function factorsOf(db: Database, config: PortalConfig, personId: number) {
  const [password, since, left, required, person] = await Promise.all([
    db.selectFrom('user_passwords').select('changed_at').where('user_id', '=', personId).executeTakeFirst(),
    totpSince(db, personId),
    recoveryCodesLeft(db, personId),
    needsSecondFactor(db, config, personId),
    db.selectFrom('users').select('issuer').where('id', '=', personId).executeTakeFirstOrThrow(),
  ])
  return {
    password: { set: password !== undefined, changedAt: password?.changed_at.toISOString() ?? null },
    totp: { enabled: since !== null, since: since?.toISOString() ?? null },
    recoveryCodes: { left },
    required,
    managedHere: person.issuer === null,
  }
}

/** A person's address and name, to write to them. */
export async function personNamed(db: Database | Tx, personId: number) {
  return db.selectFrom('users').select(['email', 'full_name']).where('id', '=', personId).executeTakeFirstOrThrow()
}
