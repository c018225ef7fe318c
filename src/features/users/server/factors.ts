import type { Database, Tx } from '#kit/server/database.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { userProblems } from '../contract.ts'
import { passkeyHome } from './passkeys/passkey-home.ts'
import { passkeysOf } from './passkeys/passkey-store.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { needsSecondFactor } from './second-factor.ts'
import { totpSince } from './totp.ts'
import { voucherOf } from './voucher.ts'

/** What a person signs in with, who reached the portal under this host name. */
export async function factorsOf(portal: Portal, personId: number, hostname: string) {
  const { config, db } = portal
  const [password, since, left, passkeys, required, provider] = await Promise.all([
    db.selectFrom('user_passwords').select('changed_at').where('user_id', '=', personId).executeTakeFirst(),
    totpSince(db, personId),
    recoveryCodesLeft(db, personId),
    passkeysOf(db, personId),
    needsSecondFactor(db, config, personId),
    providerOf(portal, personId),
  ])
  return {
    password: { set: password !== undefined, changedAt: password?.changed_at.toISOString() ?? null },
    totp: { enabled: since !== null, since: since?.toISOString() ?? null },
    recoveryCodes: { left },
    passkeys,
    passkeysPossible: passkeyHome(portal, hostname) !== undefined,
    required,
    provider,
  }
}

/** Refuses when an outside identity provider looks after the person's password and factors. */
export async function requireManagedHere(db: Database | Tx, personId: number): Promise<void> {
  if ((await issuerOf(db, personId)).issuer !== null) refuse(userProblems['managed-elsewhere'])
}

/** A person's address and name, to write to them. */
export async function personNamed(db: Database | Tx, personId: number) {
  return db.selectFrom('users').select(['email', 'full_name']).where('id', '=', personId).executeTakeFirstOrThrow()
}

async function providerOf({ db, config }: Portal, personId: number): Promise<string | null> {
  const { issuer } = await issuerOf(db, personId)
  return issuer === null ? null : ((await voucherOf(db, config, { email: '', issuer }))?.name ?? issuer)
}

function issuerOf(db: Database | Tx, personId: number) {
  return db.selectFrom('users').select('issuer').where('id', '=', personId).executeTakeFirstOrThrow()
}
