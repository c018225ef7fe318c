import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { notifyUser, sentFrom } from '#features/users/sign-in-mail/server/index.ts'
import { type Encryptor, encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  beginTotp,
  confirmTotp,
  factorAdded,
  factorProblems,
  factorRemoved,
  readMyFactors,
  recoveryCodesMade,
  removeTotp,
  renewRecoveryCodes,
} from '../contract.ts'
import { factorsOf, requireLocallyManaged, userNamed } from './factors.ts'
import { servePasskeys } from './passkeys/passkey-routes.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { requireFactorLeft } from './second-factor.ts'
import { confirmEnrolment, offerTotp, totpSince } from './totp.ts'

/** Serves one's own authenticator, recovery codes and passkeys. */
export function serveFactors(portal: AppContext): void {
  const encrypt = encryptorFor(portal.config)
  serve(portal, readMyFactors, ({ session, request }) => factorsOf(portal, session.userId, request.hostname))
  serveTotp(portal, encrypt)
  serveRecoveryCodes(portal, encrypt)
  servePasskeys(portal, encrypt)
}

function serveTotp(portal: AppContext, encrypt: Encryptor): void {
  const { config, db } = portal
  registerCommand(portal, beginTotp, async ({ tx, session, body, request }) => {
    await requireLocallyManaged(portal.db, session.userId)
    await reAuthenticate(db, session, request.ip, body.currentPassword)
    const { userId, sessionId: holder = '' } = session
    return offerTotp(tx, encrypt, {
      userId,
      holder,
      username: session.actor.username,
      issuer: config.portalName,
    })
  })

  registerCommand(portal, confirmTotp, async ({ tx, session, body, record, request }) => {
    const { userId } = session
    if (!session.sessionId || session.impersonator) throwProblem(factorProblems['factor-not-found'])
    if (await totpSince(tx, userId)) throwProblem(factorProblems['factor-exists'])
    const enrolmentResult = await confirmEnrolment(tx, encrypt, { userId, holder: session.sessionId }, body.code)
    if (enrolmentResult === 'none') throwProblem(factorProblems['factor-not-found'])
    if (enrolmentResult === 'wrong') throwProblem(factorProblems['code-wrong'])
    const recoveryCodes = await makeRecoveryCodes(tx, encrypt, userId)
    await record(factorAdded, { subject: userId, data: { factor: 'totp' } })
    await notifyUser(tx, portal, await userNamed(tx, userId), 'factor-added', { device: sentFrom(request) })
    return { recoveryCodes }
  })

  registerCommand(portal, removeTotp, async ({ tx, session, request, record }) => {
    const { userId } = session
    await reAuthenticate(db, session, request.ip)
    const deletion = await tx.deleteFrom('user_totps').where('user_id', '=', userId).executeTakeFirst()
    if (deletion.numDeletedRows === 0n) throwProblem(factorProblems['factor-not-found'])
    await requireFactorLeft(tx, config, userId)
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await record(factorRemoved, { subject: userId, data: { factor: 'totp' } })
    await notifyUser(tx, portal, await userNamed(tx, userId), 'factor-removed')
    return undefined
  })
}

function serveRecoveryCodes(portal: AppContext, encrypt: Encryptor): void {
  registerCommand(portal, renewRecoveryCodes, async ({ tx, session, body, request, record }) => {
    const { userId } = session
    await reAuthenticate(portal.db, session, request.ip, body.currentPassword)
    if (!(await totpSince(tx, userId))) throwProblem(factorProblems['factor-not-found'])
    const recoveryCodes = await makeRecoveryCodes(tx, encrypt, userId)
    await record(recoveryCodesMade, { subject: userId })
    await notifyUser(tx, portal, await userNamed(tx, userId), 'recovery-codes')
    return { recoveryCodes }
  })
}
