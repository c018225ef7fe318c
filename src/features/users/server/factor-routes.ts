import { endSessionsOf } from '#features/sessions/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { type Seal, sealOf } from '#kit/server/seal.ts'
import { doerOf } from '#kit/server/serve/call.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  beginTotp,
  changeMyPassword,
  confirmTotp,
  factorAdded,
  factorRemoved,
  readMyFactors,
  recoveryCodesMade,
  removeTotp,
  renewRecoveryCodes,
  userProblems,
} from '../contract.ts'
import { factorsOf, personNamed, requireManagedHere } from './factors.ts'
import { servePasskeys } from './passkeys/passkey-routes.ts'
import { passwordFlaw, storePassword } from './password.ts'
import { hashPassword } from './password-hash.ts'
import { reAuthenticate, requirePassword } from './re-authenticate.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { revokeTokensOf } from './revoke-tokens.ts'
import { requireFactorLeft } from './second-factor.ts'
import { sentFrom, tellPerson } from './tell-person.ts'
import { confirmEnrolment, offerTotp, totpSince } from './totp.ts'

/** Serves one's own password, authenticator, recovery codes and passkeys. */
export function serveFactors(portal: Portal): void {
  const seal = sealOf(portal.config)
  serve(portal, readMyFactors, ({ session, request }) => factorsOf(portal, session.personId, request.hostname))
  servePassword(portal)
  serveTotp(portal, seal)
  serveRecoveryCodes(portal, seal)
  servePasskeys(portal, seal)
}

function servePassword(portal: Portal): void {
  serveWrite(portal, changeMyPassword, async ({ tx, session, body, request }) => {
    await requireManagedHere(portal.db, session.personId)
    if (!session.sessionId || session.impersonator) refuse(kitProblems['fresh-sign-in-required'])
    await requirePassword(portal.db, session, request.ip, body.currentPassword)
    const flaw = await passwordFlaw(portal.config, body.newPassword, session.actor)
    if (flaw) {
      const fields = [{ path: 'newPassword', message: flaw }]
      refuse(userProblems['password-unfit'], { reason: flaw }, { fields })
    }
    await storePassword(tx, session.personId, await hashPassword(body.newPassword), doerOf(request))
    await tellPerson(tx, portal.config, await personNamed(tx, session.personId), 'password-changed')
    if (body.revokeTokens) await revokeTokensOf(tx, session.personId, doerOf(request))
    if (body.endOtherSessions) {
      const end = {
        personId: session.personId,
        except: session.sessionId,
        why: 'password-changed',
        doer: doerOf(request),
      }
      await endSessionsOf(tx, end)
    }
    return undefined
  })
}

function serveTotp(portal: Portal, seal: Seal): void {
  const { config, db } = portal
  serveWrite(portal, beginTotp, async ({ tx, session, body, request }) => {
    await requireManagedHere(portal.db, session.personId)
    await reAuthenticate(db, session, request.ip, body.currentPassword)
    const { personId, sessionId: holder = '' } = session
    return offerTotp(tx, seal, { personId, holder, username: session.actor.username, issuer: config.portalName })
  })

  serveWrite(portal, confirmTotp, async ({ tx, session, body, record, request }) => {
    const { personId } = session
    if (!session.sessionId || session.impersonator) refuse(userProblems['factor-not-found'])
    if (await totpSince(tx, personId)) refuse(userProblems['factor-exists'])
    const confirmed = await confirmEnrolment(tx, seal, { personId, holder: session.sessionId }, body.code)
    if (confirmed === 'none') refuse(userProblems['factor-not-found'])
    if (confirmed === 'wrong') refuse(userProblems['code-wrong'])
    const recoveryCodes = await makeRecoveryCodes(tx, seal, personId)
    await record(factorAdded, { subject: personId, data: { factor: 'totp' } })
    await tellPerson(tx, config, await personNamed(tx, personId), 'factor-added', { device: sentFrom(request) })
    return { recoveryCodes }
  })

  serveWrite(portal, removeTotp, async ({ tx, session, request, record }) => {
    const { personId } = session
    await reAuthenticate(db, session, request.ip)
    const gone = await tx.deleteFrom('user_totps').where('user_id', '=', personId).executeTakeFirst()
    if (gone.numDeletedRows === 0n) refuse(userProblems['factor-not-found'])
    await requireFactorLeft(tx, config, personId)
    await tx.deleteFrom('recovery_codes').where('user_id', '=', personId).execute()
    await record(factorRemoved, { subject: personId, data: { factor: 'totp' } })
    await tellPerson(tx, config, await personNamed(tx, personId), 'factor-removed')
    return undefined
  })
}

function serveRecoveryCodes(portal: Portal, seal: Seal): void {
  serveWrite(portal, renewRecoveryCodes, async ({ tx, session, body, request, record }) => {
    const { personId } = session
    await reAuthenticate(portal.db, session, request.ip, body.currentPassword)
    if (!(await totpSince(tx, personId))) refuse(userProblems['factor-not-found'])
    const recoveryCodes = await makeRecoveryCodes(tx, seal, personId)
    await record(recoveryCodesMade, { subject: personId })
    await tellPerson(tx, portal.config, await personNamed(tx, personId), 'recovery-codes')
    return { recoveryCodes }
  })
}
