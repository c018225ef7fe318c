import type { Feature } from '#kit/server/portal.ts'
import { purgeAttempts } from './purge-attempts.ts'

export { requireBreachedFile } from './breached-passwords.ts'
export {
  checkPassword,
  deletePassword,
  passwordChangedAt,
  passwordFlaw,
  passwordVerdict,
  storePassword,
} from './password.ts'
export { hashPassword } from './password-hash.ts'
export { reAuthenticate, requirePassword } from './re-authenticate.ts'
export {
  codeKey,
  consumeSignInAttempt,
  failedAttempts,
  forgetAttempts,
  resetFailedAttempts,
  returnGuess,
  USER_LIMIT,
} from './sign-in-throttle.ts'

/** Passwords: their rule, their hashes, and the limits of wrong guesses. */
export const passwordsFeature: Feature = {
  name: 'passwords',
  tasks: (portal) => [purgeAttempts(portal)],
}
