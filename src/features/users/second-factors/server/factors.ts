import { findExternalProvider } from '#features/users/sign-in-mail/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { factorProblems } from '../contract.ts'
import { passkeysOf } from './passkeys/passkey-store.ts'
import { relyingPartyFor } from './passkeys/relying-party-id.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { needsSecondFactor } from './second-factor.ts'
import { totpSince } from './totp.ts'

/** The credentials of a user who reached the portal under this host name. */
export async function factorsOf(portal: AppContext, userId: number, hostname: string) {
  const { config, db } = portal
  const [password, since, codesLeft, passkeys, isRequired, provider] = await Promise.all([
    db.selectFrom('user_passwords').select('changed_at').where('user_id', '=', userId).executeTakeFirst(),
    totpSince(db, userId),
    recoveryCodesLeft(db, userId),
    passkeysOf(db, userId),
    needsSecondFactor(db, config, userId),
    providerOf(portal, userId),
  ])
  return {
    password: { set: password !== undefined, changedAt: password?.changed_at.toISOString() ?? null },
    totp: { enabled: since !== null, since: since?.toISOString() ?? null },
    recoveryCodes: { left: codesLeft },
    passkeys,
    passkeysPossible: relyingPartyFor(portal, hostname) !== undefined,
    required: isRequired,
    provider,
  }
}

/** Rejects when an external identity provider manages the user's password and factors. */
export async function requireLocallyManaged(db: Database | Tx, userId: number): Promise<void> {
  if ((await issuerOf(db, userId)).issuer !== null) throwProblem(factorProblems['managed-by-external-provider'])
}

/** A user's address and name, for mail to them. */
export async function userNamed(db: Database | Tx, userId: number) {
  return db.selectFrom('users').select(['id', 'email', 'full_name']).where('id', '=', userId).executeTakeFirstOrThrow()
}

async function providerOf({ db, config }: AppContext, userId: number): Promise<string | null> {
  const { issuer } = await issuerOf(db, userId)
  return issuer === null ? null : ((await findExternalProvider(db, config, { email: '', issuer }))?.name ?? issuer)
}

function issuerOf(db: Database | Tx, userId: number) {
  return db.selectFrom('users').select('issuer').where('id', '=', userId).executeTakeFirstOrThrow()
}
