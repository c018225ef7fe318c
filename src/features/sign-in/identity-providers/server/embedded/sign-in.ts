import { sql } from 'kysely'
import { sessionRejected } from '#features/access/sessions/contract.ts'
import { activateUser, lockOutUser } from '#features/access/user-records/server/index.ts'
import {
  checkPassword,
  codeKey,
  consumeSignInAttempt,
  failedAttempts,
  resetFailedAttempts,
  returnGuess,
  USER_LIMIT,
} from '#features/users/passwords/server/index.ts'
import { recoveryCodeUsed } from '#features/users/second-factors/contract.ts'
import { secondFactorOf, takeRecoveryCode, takeTotpCode } from '#features/users/second-factors/server/index.ts'
import { notifyUser } from '#features/users/sign-in-mail/server/index.ts'
import { userLockedOut, userUnlocked } from '#features/users/users/contract.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { signInTexts } from '../../contract.ts'
import { ownCredentialsOf } from '../external/break-glass.ts'
import { maySignIn, type RecognisedUser } from '../external/sign-in-result.ts'

/** The message to show, and for how many seconds tries are blocked. */
export type SignInRejection = { readonly rejected: string; readonly seconds?: number }
/** The result of a try to sign in. */
export type SignInOutcome = { readonly user: RecognisedUser } | SignInRejection

/** A try: for which address, from which network address, and which user to record. */
export type Try = { readonly email: string; readonly address: string; readonly actor: EventActor }

/** Tries a password. Known and unknown addresses get the same responses in the same time; guesses are counted alike. */
export async function tryPassword(
  portal: AppContext,
  { email, address, actor }: Try,
  password: string,
): Promise<SignInOutcome> {
  const { db } = portal
  const attemptLimit = await consumeSignInAttempt(db, email, address)
  if (attemptLimit) return { rejected: blockedText(attemptLimit), seconds: attemptLimit.seconds }
  const user = await userBy(portal, email)
  if (!(await checkPassword(db, user?.id ?? null, password)))
    return recordFailedSignIn(portal, { email, address, actor }, user, 'wrong')
  const isHalf = (await secondFactorOf(db, user!.id)) !== undefined
  await (isHalf ? returnGuess : resetFailedAttempts)(db, email, address)
  return signInAllowed(portal, actor, user!)
}

/** Signs in a user who has proved their identity, unless their state forbids it. */
export async function signInAllowed(
  portal: AppContext,
  actor: EventActor,
  user: RecognisedUser,
): Promise<SignInOutcome> {
  const { db } = portal
  const present = await unlock(portal, user)
  const own = await ownCredentialsOf(db, portal.config, present)
  if (maySignIn(present) && own.use !== 'none') return { user: present }
  const why = own.use === 'none' ? 'elsewhere' : 'inactive'
  await inTransaction(db, (tx) => recordEvent(tx, sessionRejected, actor, { subject: present.id, data: { why } }))
  return {
    rejected: fillText(signInTexts.rejections[why], { provider: own.use === 'none' ? own.provider : '' }),
  }
}

/** Tries the second step: a code of the authenticator, or a recovery code. */
export async function tryCode(
  portal: AppContext,
  encrypt: Encryptor,
  { email, address, actor }: Try,
  { kind, code }: { kind: 'totp' | 'recovery'; code: string },
): Promise<SignInOutcome> {
  const { db } = portal
  const key = codeKey(email)
  const attemptLimit = await consumeSignInAttempt(db, key, address)
  if (attemptLimit) return { rejected: blockedText(attemptLimit), seconds: attemptLimit.seconds }
  const user = await userBy(portal, email)
  const take = kind === 'totp' ? takeTotpCode : takeRecoveryCode
  const right = user !== undefined && (await take(db, encrypt, user.id, code.replace(/\s/g, '')))
  if (!right) return recordFailedSignIn(portal, { email, address, actor }, user, kind === 'totp' ? 'code' : 'recovery')
  await resetFailedAttempts(db, key, address)
  await resetFailedAttempts(db, email, '')
  if (kind === 'recovery')
    await inTransaction(db, async (tx) => {
      await recordEvent(tx, recoveryCodeUsed, actor, { subject: user.id })
      await notifyUser(tx, portal, user, 'recovery-code-used')
    })
  return { user }
}

/** Rejects a wrong credential, records it, and locks the user after too many. */
export async function recordFailedSignIn(
  portal: AppContext,
  { email, actor }: Try,
  user: RecognisedUser | undefined,
  why: 'wrong' | 'code' | 'recovery' | 'passkey',
): Promise<SignInRejection> {
  const { db } = portal
  const isCode = why === 'code' || why === 'recovery'
  const isLocked = (await failedAttempts(db, isCode ? codeKey(email) : email)) >= USER_LIMIT
  await inTransaction(db, async (tx) => {
    await recordEvent(tx, sessionRejected, actor, { subject: user?.id ?? null, data: { why, email } })
    if (!isLocked || user?.state !== 'active') return
    await lockOutUser(tx, user.id)
    await recordEvent(tx, userLockedOut, actor, { subject: user.id })
    if (isCode) await notifyUser(tx, portal, user, 'locked-by-codes', { device: actor.address ?? '' })
  })
  if (!isLocked) return { rejected: signInTexts.rejections[why] }
  const seconds = 900
  return { rejected: blockedText({ why: 'locked', seconds }), seconds }
}

/** The quarter of an hour is over, or the try would have been blocked: a user locked by guesses is active again. */
async function unlock({ db }: AppContext, user: RecognisedUser): Promise<RecognisedUser> {
  if (user.state !== 'lockedOut') return user
  await inTransaction(db, async (tx) => {
    await activateUser(tx, user.id)
    await recordEvent(tx, userUnlocked, { userId: user.id, userName: user.full_name }, { subject: user.id })
  })
  return { ...user, state: 'active', state_before: null }
}

/** The user with the address, if the portal itself manages their sign-in. */
export async function userBy({ db }: AppContext, email: string): Promise<RecognisedUser | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'state', 'state_before'])
    .where('email', '=', email)
    .where(sql<boolean>`issuer is null`)
    .executeTakeFirst()
}

/** The message why tries are blocked now. */
export function blockedText({ why, seconds }: { why: 'wait' | 'locked' | 'address'; seconds: number }): string {
  return fillText(signInTexts.rejections[why], { seconds, minutes: Math.ceil(seconds / 60) })
}
