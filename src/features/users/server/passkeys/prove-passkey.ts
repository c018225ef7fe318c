import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'
import { isChallenge, spendChallenge } from './challenge.ts'
import type { PasskeyHome } from './passkey-home.ts'
import { type KnownPasskey, noteUse } from './passkey-store.ts'
import { userHandle } from './user-handle.ts'

const text = z.string().check(z.maxLength(4_096))
/** A browser's answer to being asked for a passkey (WebAuthn: AuthenticationResponseJSON), as far as it is needed. */
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

/** Reads the answer that a page's script sent; undefined when it is none. */
export function readAssertion(given: string): Assertion | undefined {
  try {
    return z.parse(Assertion, JSON.parse(given))
  } catch {
    return undefined
  }
}

/**
 * Whether the answer proves that the passkey's holder is there and was verified by their device: a challenge of ours for
 * this browser that nobody answered before, our origin and id, a good signature, a count that grew.
 */
export async function provePasskey(
  { db, log }: Pick<Portal, 'db' | 'log'>,
  seal: Seal,
  passkey: KnownPasskey,
  { assertion, holder, home }: { assertion: Assertion; holder: string; home: PasskeyHome },
): Promise<boolean> {
  const { clientDataJSON, authenticatorData, signature, userHandle: handle } = assertion.response
  if (handle && !isSame(handle, await userHandle(db, seal, passkey.user_id))) return false
  let challenge = ''
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyAuthenticationResponse({
    response: {
      id: assertion.id,
      rawId: assertion.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge(given) {
      challenge = given
      return isChallenge(seal, given, { use: 'sign-in', holder })
    },
    expectedOrigin: home.origin,
    expectedRPID: home.id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((failure: unknown) => {
    log.warn({ err: failure, passkey: passkey.id }, 'a passkey was refused')
    return undefined
  })
  if (!checked?.verified) return false
  const { newCounter } = checked.authenticationInfo
  return db
    .transaction()
    .execute(async (tx) => (await spendChallenge(tx, challenge)) && (await noteUse(tx, passkey.id, newCounter)))
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
