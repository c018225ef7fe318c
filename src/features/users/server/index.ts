import { mailTasks } from '#kit/server/mail.ts'
import type { Feature } from '#kit/server/portal.ts'
import { impersonationChanged } from '../contract.ts'
import { serveFactors } from './factor-routes.ts'
import { serveMe } from './me-routes.ts'
import { serveTokens } from './token-routes.ts'
import { totpSecrets } from './totp.ts'

export { requireBreachedFile } from './breached-passwords.ts'
export { userVerbs } from './cli.ts'
export { makeDemoCrowd } from './demo-crowd.ts'
export { createDemoPeople, type DemoCast, type DemoName, demoPassword, demoPeople } from './demo-people.ts'
export { personNamed } from './factors.ts'
export { grantRole } from './grant-role.ts'
export { codeKey, forgetGuesses, guessesAt, PERSON_LIMIT, returnGuess, takeGuess } from './guesses.ts'
export { invitePerson } from './invite.ts'
export { makeLink, readLink, useLink } from './one-time-links.ts'
export { CHALLENGE_MS, makeChallenge } from './passkeys/challenge.ts'
export { passkeyHome } from './passkeys/passkey-home.ts'
export { passkeyCalled } from './passkeys/passkey-store.ts'
export { provePasskey, readAssertion } from './passkeys/prove-passkey.ts'
export { checkPassword, passwordFlaw, passwordVerdict, storePassword } from './password.ts'
export { hashPassword } from './password-hash.ts'
export { reAuthenticate } from './re-authenticate.ts'
export { makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
export { loadScalePeople, scalePeopleTables } from './scale-people.ts'
export { factorNeeded, needsSecondFactor, secondFactorOf } from './second-factor.ts'
export { passwordLink, sendWayIn, signInUrl } from './send-way-in.ts'
export { changeSettings } from './settings.ts'
export { sentFrom, tellPerson } from './tell-person.ts'
export { confirmEnrolment, offerTotp, takeTotpCode, totpSince } from './totp.ts'
export { outsideProviders, routedTo, routeOf, type Voucher, voucherOf } from './voucher.ts'
export { type HeldRole, type RoleChanges, writeRoles } from './write-roles.ts'

/** People: who one is, one's settings, API tokens and sign-in factors. */
export const usersFeature: Feature = {
  name: 'users',
  serve(portal) {
    serveMe(portal)
    serveTokens(portal)
    serveFactors(portal)
  },
  topics: [impersonationChanged],
  sealed: [totpSecrets],
  tasks: mailTasks,
}
export { passwordChangedAt } from './password.ts'
export { revokeTokensOf } from './revoke-tokens.ts'
