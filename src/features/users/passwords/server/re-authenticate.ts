import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requireFreshSession, requireOwnSession } from '#kit/server/serve/fresh-session.ts'
import type { Session } from '#kit/server/session.ts'
import { passwordProblems } from '../contract.ts'
import { checkPassword } from './password.ts'
import { consumeSignInAttempt, resetFailedAttempts } from './sign-in-throttle.ts'

/**
 * Rejects without proof of the user's identity: signed in within ten minutes with their own session, or the current
 * password given (guesses at it count as guesses at sign-in). Tokens and impersonators never pass.
 */
export async function reAuthenticate(
  db: Database,
  session: Session,
  address: string,
  password?: string,
): Promise<void> {
  requireOwnSession(session)
  if (password !== undefined) return requirePassword(db, session, address, password)
  requireFreshSession(session)
}

/** Rejects unless the password is the user's. */
export async function requirePassword(
  db: Database,
  session: Session,
  address: string,
  password: string,
): Promise<void> {
  const { username } = session.actor
  const attemptLimit = await consumeSignInAttempt(db, username, address)
  if (attemptLimit)
    throwProblem(
      kitProblems['too-many-requests'],
      { seconds: attemptLimit.seconds },
      { headers: { 'retry-after': String(attemptLimit.seconds) } },
    )
  if (await checkPassword(db, session.userId, password)) return resetFailedAttempts(db, username, address)
  throwProblem(passwordProblems['password-wrong'])
}
