import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { sessionRefused } from '#features/sessions/contract.ts'
import { csrfTokenOf, endSession, setSessionCookies, startSession } from '#features/sessions/server/index.ts'
import { moveUser, personWhere } from '#features/user-management/server/index.ts'
import { tellPerson } from '#features/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'
import { doerOf } from '#kit/server/serve/call.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { issuerOf, type Provider } from '../providers.ts'
import { announceBreakGlass, ownCredentialsOf } from './break-glass.ts'
import type { Claims } from './claims.ts'
import { personOfClaims } from './person-of-claims.ts'
import type { Person, Recognised } from './recognised.ts'

type Entry = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly provider: Provider
  readonly claims: Claims
}

/** Begins the session of the person whom the provider vouches for, or says why not. A session that the browser had before ends. */
export async function enter(portal: Portal, seal: Seal, entry: Entry): Promise<Recognised> {
  const { request, reply, provider, claims } = entry
  const before = await portal.identify(request)
  const outcome = await inTransaction(portal.db, async (tx) => {
    const found = await personOfClaims(tx, provider, claims, doerOf(request))
    if ('refused' in found) {
      const data = { why: found.refused, provider: provider.id, subject: claims.subject }
      await recordEvent(tx, sessionRefused, doerOf(request), { subject: found.personId ?? null, data })
      return { found }
    }
    const end = { why: 'replaced', doer: doerOf(request) }
    if (before?.sessionId) await endSession(tx, { id: before.sessionId, ...end })
    return { found, session: await begin(portal, tx, entry, found.person) }
  })
  const { session } = outcome
  if (session)
    setSessionCookies(reply, portal.config, { token: session.token, csrfToken: csrfTokenOf(seal, session.id) })
  return outcome.found
}

/** Says who would come in, and leaves no trace of it. */
export async function rehearse(
  portal: Portal,
  { request, provider, claims }: Omit<Entry, 'reply'>,
): Promise<Recognised> {
  let found: Recognised | undefined
  await portal.db
    .transaction()
    .execute(async (tx) => {
      found = await personOfClaims(tx, provider, claims, doerOf(request))
      throw new OnlyRehearsed()
    })
    .catch((failure: unknown) => {
      if (!(failure instanceof OnlyRehearsed)) throw failure
    })
  return found!
}

class OnlyRehearsed extends Error {}

async function begin(portal: Portal, tx: Tx, { request, provider, claims }: Entry, person: Person) {
  if (person.state === 'candidateForDeletion') {
    const doer = { personId: person.id, personName: person.full_name, requestId: request.id }
    await moveUser(tx, (await personWhere(tx, sql`u.id = ${person.id}`))!, { move: 'keep', doer })
  }
  const session = await startSession(tx, {
    person: { id: person.id, fullName: person.full_name },
    providerId: provider.id,
    providerSession: claims.session,
    amr: claims.amr,
    refreshLimit: portal.config.sessionHours,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
  })
  if (issuerOf(provider) === undefined) {
    const { use } = await ownCredentialsOf(tx, portal.config, person)
    if (use === 'break-glass') await announceBreakGlass(tx, portal.config, request, person)
  }
  if (session.newDevice) await tellPerson(tx, portal.config, person, 'new-device', { device: session.newDevice })
  return session
}
