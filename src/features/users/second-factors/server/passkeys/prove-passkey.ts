import { sql } from 'kysely'
import * as z from 'zod/mini'
import { notifyUser } from '#features/users/sign-in-mail/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { sameSecret } from '#kit/server/same-secret.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { passkeySuspended } from '../../contract.ts'
import { consumeChallenge, isChallenge } from './challenge.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { type KnownPasskey, noteUse } from './passkey-store.ts'
import type { RelyingParty } from './relying-party-id.ts'
import { userHandle } from './user-handle.ts'

const text = z.string().check(z.maxLength(4_096))
/** The needed part of a browser's response to a passkey request (WebAuthn: AuthenticationResponseJSON). */
const Assertion = z.object({
  id: text,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.optional(z.nullable(text)),
  }),
})
export type Assertion = z.output<typeof Assertion>

/** Parses the response that a page's script sent; undefined when it is invalid. */
export function readAssertion(assertionText: string): Assertion | undefined {
  try {
    return z.parse(Assertion, JSON.parse(assertionText))
  } catch {
    return undefined
  }
}

/**
 * Whether the response proves that the passkey's holder is present and was verified by their device: a challenge of
 * ours for this browser that was not used before, our origin and id, a valid signature, a count that grew.
 */
export async function verifyPasskey(
  portal: Pick<AppContext, 'db' | 'log' | 'config' | 'notifier'>,
  encrypt: Encryptor,
  passkey: KnownPasskey,
  { assertion, holder, home, actor }: { assertion: Assertion; holder: string; home: RelyingParty; actor: EventActor },
): Promise<boolean> {
  const { db, log } = portal
  const { clientDataJSON, authenticatorData, signature, userHandle: handle } = assertion.response
  if (handle && !sameSecret(handle, await userHandle(db, encrypt, passkey.user_id))) return false
  let challenge = ''
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const verification = await verifyAuthenticationResponse({
    response: {
      id: assertion.id,
      rawId: assertion.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge(challengeText) {
      challenge = challengeText
      return isChallenge(encrypt, challengeText, { use: 'sign-in', holder })
    },
    expectedOrigin: home.origin,
    expectedRPID: home.id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      // The count is compared below, where a copy is not only rejected.
      counter: 0,
    },
    requireUserVerification: true,
  }).catch((failure: unknown) => {
    log.warn({ err: failure, passkey: passkey.id }, 'a passkey was rejected')
    return undefined
  })
  if (!verification?.verified) return false
  const { newCounter } = verification.authenticationInfo
  return inTransaction(db, async (tx) => {
    if (!(await consumeChallenge(tx, challenge))) return false
    if (await noteUse(tx, passkey.id, newCounter)) return true
    await suspend(tx, portal, passkey, actor)
    return false
  })
}

/** Suspends a passkey that may have been copied; records it and notifies its owner, once. */
async function suspend(
  tx: Tx,
  portal: Pick<AppContext, 'config' | 'notifier'>,
  passkey: KnownPasskey,
  actor: EventActor,
): Promise<void> {
  const { id, name, user_id: userId } = passkey
  const update = await tx
    .updateTable('passkeys')
    .set({ suspended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) return
  await recordEvent(tx, passkeySuspended, actor, { subject: userId, data: { id: String(id), name } })
  await notifyUser(tx, portal, { id: userId, full_name: passkey.full_name }, 'passkey-suspended', {
    passkey: name,
    device: actor.address ?? '',
  })
}
