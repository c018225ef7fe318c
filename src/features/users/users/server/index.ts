import type { Feature } from '#kit/server/portal.ts'
import { mailTasks } from '#kit/server/send-mail.ts'
import { impersonationChanged } from '../contract.ts'
import { serveFactors } from './factor-routes.ts'
import { serveMe } from './me-routes.ts'
import { purgeCredentials } from './purge-credentials.ts'
import { serveTokens } from './token-routes.ts'
import { totpSecrets } from './totp.ts'
import { trustedLinkHosts } from './trusted-link-hosts.ts'

export { requireBreachedFile } from './breached-passwords.ts'
export { userCommands } from './cli.ts'
export { deleteCredentials, deleteFactors, deleteOwnData } from './delete-credentials.ts'
export { giveDemoAuthenticators } from './demo-authenticators.ts'
export { generateDemoUsers } from './demo-crowd.ts'
export { createDemoUsers, type DemoName, type DemoUsers, demoPassword, demoUsers } from './demo-directory.ts'
export {
  type ExternalProvider,
  enabledProviderFor,
  findExternalProvider,
  listExternalProviders,
  providerForDomain,
} from './external-provider.ts'
export { userNamed } from './factors.ts'
export { grantRole } from './grant-role.ts'
export { createInvitedUser } from './invite.ts'
export { notifyUser, sentFrom } from './notify-user.ts'
export { makeLink, readLink, useLink } from './one-time-links.ts'
export { CHALLENGE_MS, makeChallenge } from './passkeys/challenge.ts'
export { findPasskeyByCredentialId } from './passkeys/passkey-store.ts'
export { readAssertion, verifyPasskey } from './passkeys/prove-passkey.ts'
export { relyingPartyFor } from './passkeys/relying-party-id.ts'
export { checkPassword, passwordFlaw, passwordVerdict, storePassword } from './password.ts'
export { hashPassword } from './password-hash.ts'
export { reAuthenticate } from './re-authenticate.ts'
export { makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
export { loadScaleUsers, scaleUsersTables } from './scale-users.ts'
export { factorNeeded, needsSecondFactor, secondFactorOf } from './second-factor.ts'
export { passwordLink, sendSignInInstructions, signInUrl } from './send-sign-in-instructions.ts'
export { changeSettings } from './settings.ts'
export {
  codeKey,
  consumeSignInAttempt,
  failedAttempts,
  resetFailedAttempts,
  returnGuess,
  USER_LIMIT,
} from './sign-in-throttle.ts'
export { confirmEnrolment, offerTotp, takeTotpCode, totpSince } from './totp.ts'
export { writeRoles } from './write-roles.ts'

/** Users: the own profile, settings, API tokens and sign-in factors. */
export const usersFeature: Feature = {
  name: 'users',
  serve(portal) {
    serveMe(portal)
    serveTokens(portal)
    serveFactors(portal)
  },
  topics: [impersonationChanged],
  encryptedColumns: [totpSecrets],
  settings: [trustedLinkHosts],
  tasks: (portal) => [...mailTasks(portal), purgeCredentials(portal)],
}
export { passwordChangedAt } from './password.ts'
export { revokeTokensOf } from './revoke-tokens.ts'
