import type { Feature } from '#kit/server/portal.ts'
import { serveFactors } from './factor-routes.ts'
import { purgeChallenges } from './purge-challenges.ts'
import { totpSecrets } from './totp.ts'

export { deleteFactors } from './delete-factors.ts'
export { giveDemoAuthenticators } from './demo-authenticators.ts'
export { requireLocallyManaged, userNamed } from './factors.ts'
export { CHALLENGE_MS, makeChallenge } from './passkeys/challenge.ts'
export { findPasskeyByCredentialId } from './passkeys/passkey-store.ts'
export { readAssertion, verifyPasskey } from './passkeys/prove-passkey.ts'
export { relyingPartyFor } from './passkeys/relying-party-id.ts'
export { makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
export { factorNeeded, needsSecondFactor, secondFactorOf } from './second-factor.ts'
export { confirmEnrolment, offerTotp, takeTotpCode, totpSince } from './totp.ts'

/** Second factors: authenticators, recovery codes and passkeys. */
export const secondFactorsFeature: Feature = {
  name: 'second-factors',
  serve: serveFactors,
  encryptedColumns: [totpSecrets],
  tasks: (portal) => [purgeChallenges(portal)],
}
