import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { consumeSignInAttempt, passwordChangedAt, resetFailedAttempts } from '#features/users/passwords/server/index.ts'
import { factorAdded } from '#features/users/second-factors/contract.ts'
import {
  confirmEnrolment,
  findPasskeyByCredentialId,
  makeRecoveryCodes,
  needsSecondFactor,
  offerTotp,
  readAssertion,
  relyingPartyFor,
  secondFactorOf,
  totpSince,
  userNamed,
  verifyPasskey,
} from '#features/users/second-factors/server/index.ts'
import { notifyUser, sentFrom } from '#features/users/sign-in-mail/server/index.ts'
import { isEmail, normaliseEmail } from '#kit/contract/email-address.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { Html } from '#kit/server/html.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { signInTexts } from '../../contract.ts'
import { pageTheme, remember, rememberedOf } from '../browser-cookies.ts'
import type { RecognisedUser } from '../external/sign-in-result.ts'
import { type Form, sendPage } from '../form-posts.ts'
import { codesPage, enrollPage, recoveryPage, totpPage } from '../pages/code-pages.ts'
import { errorPage } from '../pages/error-page.ts'
import { passkeyPage } from '../pages/passkey-form.ts'
import { addressPage, passwordPage } from '../pages/password-page.ts'
import { browserIdOf, consumePendingPasskey } from '../passkey-cookies.ts'
import type { Turn } from './mount.ts'
import { type EmbeddedProvider, MOUNT } from './open-provider.ts'
import {
  blockedText,
  recordFailedSignIn,
  type SignInRejection,
  signInAllowed,
  type Try,
  tryCode,
  tryPassword,
  userBy,
} from './sign-in.ts'
import { again, continueSignIn, finish, hint, type Progress, type Step, save, stepOf, validStep } from './step.ts'

/** Serves the steps of the provider's interaction: password, authenticator, enrolment, passkey. */
export function serveInteraction(
  scope: FastifyInstance,
  portal: AppContext,
  encrypt: Encryptor,
  openEmbedded: () => Promise<EmbeddedProvider>,
  inTurn: Turn,
): void {
  const url = `${MOUNT}/interaction/:uid`
  scope.get(url, { onRequest: inTurn }, async (request, reply) => {
    const step = await validStep(portal.db, await stepOf(request, reply, openEmbedded))
    if (!step) return lostPage(portal, request, reply)
    const pendingPasskey = step.progress ? undefined : consumePendingPasskey(request, reply, portal, encrypt)
    if (!pendingPasskey) return sendPage(reply, await pageOf(portal, encrypt, step))
    const rejection = await takePasskey(portal, encrypt, step, pendingPasskey.passkey)
    const again = new URLSearchParams({ reason: 'passkey', return: pendingPasskey.back })
    return rejection ? reply.redirect(`/signin?${again}`, 303) : reply
  })
  scope.post(url, { onRequest: inTurn }, async (request, reply) => {
    const step = await validStep(portal.db, await stepOf(request, reply, openEmbedded))
    return step ? take(portal, encrypt, step, (request.body ?? {}) as Form) : lostPage(portal, request, reply)
  })
}

async function pageOf(portal: AppContext, encrypt: Encryptor, step: Step, error?: string): Promise<Html> {
  const look = pageTheme(portal, step.request)
  const { progress, email } = step
  if (progress?.next === 'totp')
    return (step.request.query as Form).with === 'recovery' ? recoveryPage(look, { error }) : totpPage(look, { error })
  if (progress?.next === 'enrol') {
    const { userId } = progress
    // Another browser was faster: its secret is not shown to this one.
    if (await totpSince(portal.db, userId)) {
      await save(step, { ...progress, next: 'totp' })
      return totpPage(look, { error })
    }
    const enrolment = { userId, holder: step.interaction.uid, username: email, issuer: portal.config.portalName }
    const offer = await inTransaction(portal.db, (tx) => offerTotp(tx, encrypt, enrolment))
    return enrollPage(look, { error, ...offer })
  }
  if (progress?.next === 'passkey') return passkeyPage(look, { error })
  if (progress?.next === 'codes') return codesPage(look, [])
  if (email === '') return addressPage(look, { error })
  const rememberedUser = rememberedOf(step.request, encrypt)
  const isRemembered = rememberedUser?.email === email
  return passwordPage(
    look,
    { email, name: isRemembered ? rememberedUser.name : undefined, remembered: isRemembered },
    { error, demoPassword: portal.config.demo ? demoPassword : undefined },
  )
}

async function take(portal: AppContext, encrypt: Encryptor, step: Step, form: Form): Promise<unknown> {
  const { progress } = step
  if (progress?.next === 'passkey' || (!progress && form.step === 'passkey')) {
    const rejection = await takePasskey(portal, encrypt, step, form.passkey ?? '')
    return rejection ? rejectTry(portal, encrypt, step, rejection) : step.reply
  }
  if (!progress) return takePassword(portal, encrypt, step, form)
  if (progress.next === 'totp') return takeCode(portal, encrypt, step, form)
  if (progress.next === 'enrol') return takeEnrolment(portal, encrypt, step, progress, form.code ?? '')
  return finish(step, progress.userId, ['pwd', 'otp', 'mfa'], progress.provedAt)
}

async function takePassword(portal: AppContext, encrypt: Encryptor, step: Step, form: Form): Promise<unknown> {
  const { request, reply, email } = step
  if (email === '') {
    const typedEmail = normaliseEmail(form.email ?? '')
    if (!isEmail(typedEmail)) return rejectTry(portal, encrypt, step, { rejected: signInTexts.rejections.email })
    await hint(step, typedEmail)
    return again(step)
  }
  const signInResult = await tryPassword(
    portal,
    { email, address: request.ip, actor: actorOfRequest(request) },
    form.password ?? '',
  )
  if ('rejected' in signInResult) return rejectTry(portal, encrypt, step, signInResult)
  const { id, full_name: name } = signInResult.user
  remember(reply, portal, encrypt, form.remember ? { email, name } : undefined)
  const second = await secondFactorOf(portal.db, id)
  const passwordOf = (await passwordChangedAt(portal.db, id))?.getTime() ?? 0
  if (second === 'totp') return continueSignIn(step, { userId: id, next: 'totp', passwordOf })
  if (await needsSecondFactor(portal.db, portal.config, id))
    return continueSignIn(step, { userId: id, next: second ?? 'enrol', passwordOf })
  return finish(step, id, ['pwd'])
}

/** A passkey instead of password and code, or of the code alone. Finishes the sign-in, or responds with the reason. */
async function takePasskey(
  portal: AppContext,
  encrypt: Encryptor,
  step: Step,
  assertionText: string,
): Promise<SignInRejection | undefined> {
  const { request, email, progress } = step
  const { ip: address, hostname } = request
  const from = { address, hostname, holder: browserIdOf(request), actor: actorOfRequest(request) }
  const signInResult = await tryPasskey(portal, encrypt, { ...from, ...(email && { email }) }, assertionText)
  if ('rejected' in signInResult) return signInResult
  await finish(step, signInResult.user.id, [...(progress ? ['pwd'] : []), ...signInResult.amr])
  return undefined
}

async function takeCode(portal: AppContext, encrypt: Encryptor, step: Step, form: Form): Promise<unknown> {
  const { request, email } = step
  const kind = form.step === 'recovery' ? 'recovery' : 'totp'
  const codeInput = { kind, code: form.code ?? '' } as const
  const signInResult = await tryCode(
    portal,
    encrypt,
    { email, address: request.ip, actor: actorOfRequest(request) },
    codeInput,
  )
  if ('rejected' in signInResult) return rejectTry(portal, encrypt, step, signInResult)
  return finish(step, signInResult.user.id, kind === 'totp' ? ['pwd', 'otp', 'mfa'] : ['pwd', 'mfa'])
}

/** The page again with the error: 422, or 429 when tries are blocked for a while. */
async function rejectTry(
  portal: AppContext,
  encrypt: Encryptor,
  step: Step,
  { rejected, seconds }: SignInRejection,
): Promise<FastifyReply> {
  if (seconds !== undefined) step.reply.header('retry-after', String(seconds))
  return sendPage(step.reply, await pageOf(portal, encrypt, step, rejected), {
    status: seconds === undefined ? 422 : 429,
  })
}

/** The first code confirms the authenticator; the recovery codes are in this response only. */
async function takeEnrolment(
  portal: AppContext,
  encrypt: Encryptor,
  step: Step,
  progress: Progress,
  code: string,
): Promise<unknown> {
  const { request, reply } = step
  const { userId } = progress
  const codes = await inTransaction(portal.db, async (tx) => {
    if (await totpSince(tx, userId)) return []
    const holder = step.interaction.uid
    if ((await confirmEnrolment(tx, encrypt, { userId, holder }, code)) !== 'confirmed') return undefined
    const user = await userNamed(tx, userId)
    const actor = { ...actorOfRequest(request), userId, userName: user.full_name }
    await recordEvent(tx, factorAdded, actor, { subject: userId, data: { factor: 'totp' } })
    await notifyUser(tx, portal, user, 'factor-added', { device: sentFrom(request) })
    return makeRecoveryCodes(tx, encrypt, userId)
  })
  if (!codes) return sendPage(reply, await pageOf(portal, encrypt, step, signInTexts.rejections.code), { status: 422 })
  await save(step, codes.length ? { ...progress, next: 'codes', provedAt: Date.now() } : { ...progress, next: 'totp' })
  return codes.length ? sendPage(reply, codesPage(pageTheme(portal, request), codes)) : again(step)
}

function lostPage(portal: AppContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, errorPage(pageTheme(portal, request), { title: 'provider' }), { status: 400 })
}

/**
 * Tries a passkey, which identifies its owner by itself; if an address was entered it must be that user's. It counts as
 * two factors: something they have, and that their device recognises them. `amr` as in RFC 8176.
 */
async function tryPasskey(
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
