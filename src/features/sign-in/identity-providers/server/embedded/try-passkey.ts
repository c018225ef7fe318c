import { consumeSignInAttempt, resetFailedAttempts } from '#features/users/passwords/server/index.ts'
import {
  findPasskeyByCredentialId,
  readAssertion,
  relyingPartyFor,
  verifyPasskey,
} from '#features/users/second-factors/server/index.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { RecognisedUser } from '../external/sign-in-result.ts'
import { blockedText, recordFailedSignIn, type SignInRejection, signInAllowed, type Try, userBy } from './sign-in.ts'

/**
 * Tries a passkey, which identifies its owner by itself; if an address was entered it must be that user's. It counts as
 * two factors: something they have, and that their device recognises them. `amr` as in RFC 8176.
 */
export async function tryPasskey(
  portal: AppContext,
  encrypt: Encryptor,
  { email, holder, hostname, ...from }: Omit<Try, 'email'> & { email?: string; holder: string; hostname: string },
  assertionText: string,
): Promise<SignInRejection | { readonly user: RecognisedUser; readonly amr: readonly string[] }> {
  const home = relyingPartyFor(portal, hostname)
  const assertion = readAssertion(assertionText)
  const passkey = assertion && (await findPasskeyByCredentialId(portal.db, assertion.id))
  // Guesses at unknown passkeys are counted as well, each apart from the other and from addresses.
  const attempt = { ...from, email: passkey?.email ?? `passkey:${assertion?.id ?? ''}` }
  const attemptLimit = await consumeSignInAttempt(portal.db, attempt.email, attempt.address)
  if (attemptLimit) return { rejected: blockedText(attemptLimit), seconds: attemptLimit.seconds }
  const isTheirs = passkey && (email === undefined || passkey.email === email)
  if (
    !home ||
    !isTheirs ||
    !(await verifyPasskey(portal, encrypt, passkey, { assertion, holder, home, actor: from.actor }))
  )
    return recordFailedSignIn(portal, attempt, passkey && (await userBy(portal, passkey.email)), 'passkey')
  await resetFailedAttempts(portal.db, attempt.email, attempt.address)
  const signInResult = await signInAllowed(portal, from.actor, (await userBy(portal, passkey.email))!)
  if ('rejected' in signInResult) return signInResult
  return { ...signInResult, amr: [passkey.synced ? 'swk' : 'hwk', 'user', 'mfa'] }
}
