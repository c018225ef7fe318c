import type { FastifyRequest } from 'fastify'
import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { notifyUser, sentFrom } from '#features/users/sign-in-mail/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  addPasskey,
  beginPasskey,
  factorAdded,
  factorProblems,
  factorRemoved,
  factorRenamed,
  passkeyResumed,
  removePasskey,
  renamePasskey,
  resumePasskey,
} from '../../contract.ts'
import { requireLocallyManaged, userNamed } from '../factors.ts'
import { requireFactorLeft } from '../second-factor.ts'
import { CHALLENGE_MS, consumeChallenge, makeChallenge } from './challenge.ts'
import { credentialIdsOf, keepPasskey, passkeyColumns, passkeyJson } from './passkey-store.ts'
import { readNewPasskey, signatureKinds } from './read-new-passkey.ts'
import { type RelyingParty, relyingPartyFor } from './relying-party-id.ts'
import { userHandle } from './user-handle.ts'

const MOST = 20
const type = 'public-key' as const
/** A passkey that identifies its user, on a device that verifies its holder; no attestation of the device. */
const wishes = {
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
} as const

/** Serves one's own passkeys: adding one in two steps, naming, removing. */
export function servePasskeys(portal: AppContext, encrypt: Encryptor): void {
  const { config, db } = portal
  registerCommand(portal, beginPasskey, async ({ tx, session, body, request }) => {
    const home = requireHome(portal, request)
    await requireLocallyManaged(tx, session.userId)
    await reAuthenticate(db, session, request.ip, body.currentPassword)
    const { username, fullName } = session.actor
    const credentialIds = await credentialIdsOf(tx, session.userId)
    return {
      challenge: makeChallenge(encrypt, { use: 'add', holder: sessionKey(session) }),
      rp: { id: home.id, name: config.portalName },
      user: { id: await userHandle(tx, encrypt, session.userId), name: username, displayName: fullName },
      pubKeyCredParams: signatureKinds.map((alg) => ({ type, alg })),
      excludeCredentials: credentialIds.map((id) => ({ type, id })),
      ...wishes,
      timeout: CHALLENGE_MS,
    }
  })

  registerCommand(portal, addPasskey, async ({ tx, session, body, request, record }) => {
    const { userId } = session
    const home = requireHome(portal, request)
    await requireLocallyManaged(tx, userId)
    const newPasskey = await readNewPasskey(portal, encrypt, body.credential, { holder: sessionKey(session), home })
    if (!newPasskey || !(await consumeChallenge(tx, newPasskey.challenge)))
      throwProblem(factorProblems['passkey-rejected'])
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    if ((await credentialIdsOf(tx, userId)).length >= MOST)
      throwProblem(factorProblems['passkeys-full'], { count: MOST })
    const passkey = await keepPasskey(tx, { ...newPasskey.passkey, user_id: userId, name: body.name.trim() })
    if (!passkey) throwProblem(factorProblems['passkey-rejected'])
    await record(factorAdded, { subject: userId, data: { factor: 'passkey', id: passkey.id, name: passkey.name } })
    await notifyUser(tx, portal, await userNamed(tx, userId), 'passkey-added', {
      passkey: passkey.name,
      device: sentFrom(request),
    })
    return passkey
  })

  registerCommand(portal, renamePasskey, async ({ tx, session, params, body, record }) => {
    sessionKey(session)
    const row = await tx
      .updateTable('passkeys')
      .set({ name: body.name.trim() })
      .where('id', '=', Number(params.id))
      .where('user_id', '=', session.userId)
      .returning(passkeyColumns)
      .executeTakeFirst()
    if (!row) throwProblem(factorProblems['factor-not-found'])
    await record(factorRenamed, {
      subject: session.userId,
      data: { factor: 'passkey', id: params.id, name: row.name },
    })
    return passkeyJson(row)
  })

  registerCommand(portal, resumePasskey, async ({ tx, session, params, request, record }) => {
    await reAuthenticate(db, session, request.ip)
    const row = await tx
      .updateTable('passkeys')
      .set({ suspended_at: null })
      .where('id', '=', Number(params.id))
      .where('user_id', '=', session.userId)
      .where('suspended_at', 'is not', null)
      .returning(passkeyColumns)
      .executeTakeFirst()
    if (!row) throwProblem(factorProblems['factor-not-found'])
    await record(passkeyResumed, { subject: session.userId, data: { id: params.id, name: row.name } })
    return passkeyJson(row)
  })

  registerCommand(portal, removePasskey, async ({ tx, session, params, request, record }) => {
    const { userId } = session
    await reAuthenticate(db, session, request.ip)
    const deletion = await tx
      .deleteFrom('passkeys')
      .where('id', '=', Number(params.id))
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!deletion) throwProblem(factorProblems['factor-not-found'])
    await requireFactorLeft(tx, config, userId)
    await record(factorRemoved, { subject: userId, data: { factor: 'passkey', id: params.id, name: deletion.name } })
    await notifyUser(tx, portal, await userNamed(tx, userId), 'passkey-removed', { passkey: deletion.name })
    return undefined
  })
}

/** The session that a new passkey is bound to while it is created: the user's own, never an impersonator's. */
function sessionKey({ sessionId, impersonator }: Session): string {
  if (!sessionId || impersonator) throwProblem(kitProblems['reauthentication-required'])
  return sessionId
}

function requireHome(portal: AppContext, { hostname }: FastifyRequest): RelyingParty {
  return relyingPartyFor(portal, hostname) ?? throwProblem(factorProblems['passkeys-unavailable'])
}
