import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { IDToken } from 'openid-client'
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
import { maySignIn, type Person, personOfClaims } from './person-of-claims.ts'
import type { Provider } from './providers.ts'

type Entry = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly provider: Provider
  readonly claims: IDToken
}

/** Begins the session of the person whom the provider vouches for, or says why not. A session that the browser had before ends. */
export async function enter(portal: Portal, seal: Seal, entry: Entry): Promise<'in' | 'unknown' | 'inactive'> {
  const { request, reply, provider, claims } = entry
  const before = await portal.identify(request)
  const outcome = await inTransaction(portal.db, async (tx) => {
    const person = await personOfClaims(tx, provider, claims)
    const refused = !person ? 'unknown' : maySignIn(person) ? undefined : 'inactive'
    if (!person || refused) {
      const data = { why: refused, provider: provider.id, subject: claims.sub }
      await recordEvent(tx, sessionRefused, doerOf(request), { subject: person?.id ?? null, data })
      return refused ?? 'unknown'
    }
    const end = { why: 'replaced', doer: doerOf(request) }
    if (before?.sessionId) await endSession(tx, { id: before.sessionId, ...end })
    return begin(portal, tx, entry, person)
  })
  if (typeof outcome === 'string') return outcome
  setSessionCookies(reply, portal.config, { token: outcome.token, csrfToken: csrfTokenOf(seal, outcome.id) })
  return 'in'
}

async function begin(portal: Portal, tx: Tx, { request, provider, claims }: Entry, person: Person) {
  if (person.state === 'candidateForDeletion') {
    const doer = { personId: person.id, personName: person.full_name, requestId: request.id }
    await moveUser(tx, (await personWhere(tx, sql`u.id = ${person.id}`))!, { move: 'keep', doer })
  }
  const session = await startSession(tx, {
    person: { id: person.id, fullName: person.full_name },
    providerId: provider.id,
    providerSession: typeof claims.sid === 'string' ? claims.sid : undefined,
    amr: Array.isArray(claims.amr) ? claims.amr.map(String) : [],
    refreshLimit: portal.config.sessionHours,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
  })
  if (session.newDevice) await tellPerson(tx, portal.config, person, 'new-device', { device: session.newDevice })
  return session
}
