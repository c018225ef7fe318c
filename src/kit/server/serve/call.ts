import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { EventKind } from '#kit/contract/event.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Actor, Permission } from '#kit/contract/permission.ts'
import type { Tx } from '../database.ts'
import { type Doer, type Fact, noUser, recordEvent } from '../events/event.ts'
import { holds } from '../holds.ts'
import { refuse } from '../refusal.ts'
import type { Session } from '../session.ts'

type PartsOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R> ? { params: P; query: Q; body: B; reply: R } : never
/** The type of an endpoint's success answer. */
export type ReplyOf<E> = PartsOf<E>['reply']

/** A request that has passed its guard and its schemas. */
export type Call<E> = {
  readonly params: PartsOf<E>['params']
  readonly query: PartsOf<E>['query']
  readonly body: PartsOf<E>['body']
  /** Throws when the endpoint is open to anyone and nobody is signed in. */
  readonly session: Session
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A call that writes: everything goes through `tx`, and `record` leaves the event in it. */
export type WriteCall<E> = Call<E> & {
  readonly tx: Tx
  record(kind: EventKind, fact: Fact): Promise<number>
}

/** Makes the call that a handler gets. */
export function callOf<E>(request: FastifyRequest, reply: FastifyReply): Call<E> {
  return {
    params: request.params as Call<E>['params'],
    query: request.query as Call<E>['query'],
    body: request.body as Call<E>['body'],
    get session() {
      return request.session ?? refuse(kitProblems['sign-in-required'])
    },
    get actor() {
      return this.session.actor
    },
    request,
    reply,
  }
}

/** The same call inside its transaction. */
export function writeCallOf<E>(call: Call<E>, tx: Tx): WriteCall<E> {
  const { request } = call
  return Object.defineProperties(
    { tx, record: (kind: EventKind, fact: Fact) => recordEvent(tx, kind, doerOf(request), fact) },
    Object.getOwnPropertyDescriptors(call),
  ) as WriteCall<E>
}

/** Who makes the request, as events record it. */
export function doerOf(request: FastifyRequest): Doer {
  const { session, id: requestId, ip: address } = request
  if (!session) return { requestId, address, ...noUser }
  const { impersonator } = session
  return {
    requestId,
    address,
    personId: session.personId,
    personName: session.actor.fullName,
    ...(impersonator && { impersonatorId: impersonator.id, impersonatorName: impersonator.fullName }),
  }
}

/** Refuses with 403 unless the caller's session has the permission (in the account, when one is named). */
export function require(call: { readonly session: Session }, permission: Permission, account?: string): void {
  if (!holds(call.session, permission, account))
    refuse(kitProblems['access-denied'], { permission: permission.name, ...(account ? { account } : {}) })
}

/**
 * Refuses with 412 when the caller sent `If-Match` and the entity has another version by now. Read the row `for
 * update` first.
 */
export function requireVersion(call: { readonly request: FastifyRequest }, version: number): void {
  const wanted = call.request.headers['if-match']
  if (wanted === undefined || wanted === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${version}"`)) refuse(kitProblems['version-conflict'])
}
