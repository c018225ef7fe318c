import type { FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Seal } from '#kit/server/seal.ts'
import { serveWrite } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  addPasskey,
  beginPasskey,
  factorAdded,
  factorRemoved,
  factorRenamed,
  passkeyResumed,
  removePasskey,
  renamePasskey,
  resumePasskey,
  userProblems,
} from '../../contract.ts'
import { personNamed, requireManagedHere } from '../factors.ts'
import { reAuthenticate } from '../re-authenticate.ts'
import { requireFactorLeft } from '../second-factor.ts'
import { sentFrom, tellPerson } from '../tell-person.ts'
import { CHALLENGE_MS, makeChallenge, spendChallenge } from './challenge.ts'
import { type PasskeyHome, passkeyHome } from './passkey-home.ts'
import { credentialIdsOf, keepPasskey, passkeyJson, shown } from './passkey-store.ts'
import { readNewPasskey, signatureKinds } from './read-new-passkey.ts'
import { userHandle } from './user-handle.ts'

const MOST = 20
const type = 'public-key' as const
/** A passkey that says by itself whose it is, on a device that checks who holds it; which make of device is not asked. */
const wishes = {
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
} as const

/** Serves one's own passkeys: adding one in two steps, naming, removing. */
export function servePasskeys(portal: Portal, seal: Seal): void {
  const { config, db } = portal
  serveWrite(portal, beginPasskey, async ({ tx, session, body, request }) => {
    const home = requireHome(portal, request)
    await requireManagedHere(tx, session.personId)
    await reAuthenticate(db, session, request.ip, body.currentPassword)
    const { username, fullName } = session.actor
    const known = await credentialIdsOf(tx, session.personId)
    return {
      challenge: makeChallenge(seal, { use: 'add', holder: holderOf(session) }),
      rp: { id: home.id, name: config.portalName },
      user: { id: await userHandle(tx, seal, session.personId), name: username, displayName: fullName },
      pubKeyCredParams: signatureKinds.map((alg) => ({ type, alg })),
      excludeCredentials: known.map((id) => ({ type, id })),
      ...wishes,
      timeout: CHALLENGE_MS,
    }
  })

  serveWrite(portal, addPasskey, async ({ tx, session, body, request, record }) => {
    const { personId } = session
    const home = requireHome(portal, request)
    await requireManagedHere(tx, personId)
    const made = await readNewPasskey(portal, seal, body.credential, { holder: holderOf(session), home })
    if (!made || !(await spendChallenge(tx, made.challenge))) refuse(userProblems['passkey-refused'])
    await tx.selectFrom('users').select('id').where('id', '=', personId).forUpdate().execute()
    if ((await credentialIdsOf(tx, personId)).length >= MOST) refuse(userProblems['passkeys-full'], { count: MOST })
    const passkey = await keepPasskey(tx, { ...made.passkey, user_id: personId, name: body.name.trim() })
    if (!passkey) refuse(userProblems['passkey-refused'])
    await record(factorAdded, { subject: personId, data: { factor: 'passkey', id: passkey.id, name: passkey.name } })
    await tellPerson(tx, config, await personNamed(tx, personId), 'passkey-added', {
      passkey: passkey.name,
      device: sentFrom(request),
    })
    return passkey
  })

  serveWrite(portal, renamePasskey, async ({ tx, session, params, body, record }) => {
    holderOf(session)
    const row = await tx
      .updateTable('passkeys')
      .set({ name: body.name.trim() })
      .where('id', '=', Number(params.id))
      .where('user_id', '=', session.personId)
      .returning(shown)
      .executeTakeFirst()
    if (!row) refuse(userProblems['factor-not-found'])
    await record(factorRenamed, {
      subject: session.personId,
      data: { factor: 'passkey', id: params.id, name: row.name },
    })
    return passkeyJson(row)
  })

  serveWrite(portal, resumePasskey, async ({ tx, session, params, request, record }) => {
    await reAuthenticate(db, session, request.ip)
    const row = await tx
      .updateTable('passkeys')
      .set({ suspended_at: null })
      .where('id', '=', Number(params.id))
      .where('user_id', '=', session.personId)
      .where('suspended_at', 'is not', null)
      .returning(shown)
      .executeTakeFirst()
    if (!row) refuse(userProblems['factor-not-found'])
    await record(passkeyResumed, { subject: session.personId, data: { id: params.id, name: row.name } })
    return passkeyJson(row)
  })

  serveWrite(portal, removePasskey, async ({ tx, session, params, request, record }) => {
    const { personId } = session
    await reAuthenticate(db, session, request.ip)
    const gone = await tx
      .deleteFrom('passkeys')
      .where('id', '=', Number(params.id))
      .where('user_id', '=', personId)
      .returning('name')
      .executeTakeFirst()
    if (!gone) refuse(userProblems['factor-not-found'])
    await requireFactorLeft(tx, config, personId)
    await record(factorRemoved, { subject: personId, data: { factor: 'passkey', id: params.id, name: gone.name } })
    await tellPerson(tx, config, await personNamed(tx, personId), 'passkey-removed', { passkey: gone.name })
    return undefined
  })
}

/** The session that a new passkey is bound to while it is made: the person's own, never somebody's who works as them. */
function holderOf({ sessionId, impersonator }: Session): string {
  if (!sessionId || impersonator) refuse(kitProblems['fresh-sign-in-required'])
  return sessionId
}

function requireHome(portal: Portal, { hostname }: FastifyRequest): PasskeyHome {
  return passkeyHome(portal, hostname) ?? refuse(userProblems['passkeys-impossible'])
}
