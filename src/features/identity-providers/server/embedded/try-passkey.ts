import {
  forgetGuesses,
  passkeyCalled,
  passkeyHome,
  provePasskey,
  readAssertion,
  takeGuess,
} from '#features/users/server/index.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'
import type { Person } from '../sign-on/recognised.ts'
import { admit, blockedText, personBy, type Refused, refuseWrong, type Try } from './sign-in.ts'

/**
 * Tries a passkey, which says by itself whose it is; where an address was named it must be that person's. It counts as
 * two factors: something they have, and that their device knows them. `amr` as in RFC 8176.
 */
export async function tryPasskey(
  portal: Portal,
  seal: Seal,
  { email, holder, hostname, ...from }: Omit<Try, 'email'> & { email?: string; holder: string; hostname: string },
  given: string,
): Promise<Refused | { readonly person: Person; readonly amr: readonly string[] }> {
  const home = passkeyHome(portal, hostname)
  const assertion = readAssertion(given)
  const passkey = assertion && (await passkeyCalled(portal.db, assertion.id))
  // Guesses at passkeys that nobody has are counted as well, each apart from the other and from addresses.
  const attempt = { ...from, email: passkey?.email ?? `passkey:${assertion?.id ?? ''}` }
  const blocked = await takeGuess(portal.db, attempt.email, attempt.address)
  if (blocked) return { refused: blockedText(blocked), seconds: blocked.seconds }
  const isTheirs = passkey && (email === undefined || passkey.email === email)
  if (!home || !isTheirs || !(await provePasskey(portal, seal, passkey, { assertion, holder, home, doer: from.doer })))
    return refuseWrong(portal, attempt, passkey && (await personBy(portal, passkey.email)), 'passkey')
  await forgetGuesses(portal.db, attempt.email, attempt.address)
  const tried = await admit(portal, from.doer, (await personBy(portal, passkey.email))!)
  if ('refused' in tried) return tried
  return { ...tried, amr: [passkey.synced ? 'swk' : 'hwk', 'user', 'mfa'] }
}
