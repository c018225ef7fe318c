import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { EventType } from '#kit/contract/event.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Permission, Principal } from '#kit/contract/permission.ts'
import type { Tx } from '../database.ts'
import { type EventActor, type EventInput, noUser, recordEvent } from '../events/event.ts'
import { hasPermission } from '../has-permission.ts'
import { throwProblem } from '../http-problem.ts'
import type { Session } from '../session.ts'

type PartsOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R> ? { params: P; query: Q; body: B; reply: R } : never
/** The type of an endpoint's success response. */
export type ReplyOf<E> = PartsOf<E>['reply']

/** A request that has passed its guard and its schemas. */
export type RequestContext<E> = {
  readonly params: PartsOf<E>['params']
  readonly query: PartsOf<E>['query']
  readonly body: PartsOf<E>['body']
  /** Throws when the endpoint is open to anyone and no user is signed in. */
  readonly session: Session
  readonly actor: Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A call that writes: everything goes through `tx`, and `record` records the event in it. */
export type CommandContext<E> = RequestContext<E> & {
  readonly tx: Tx
  record: RecordInCall
}

/** Records an event in the transaction of the call, by its user. Returns the event's id. */
export type RecordInCall = <Type extends EventType>(kind: Type, fact: EventInput<Type>) => Promise<number>

/** What a command uses of a call: a job calls commands without a request. */
export type CommandInput<E> = Omit<CommandContext<E>, 'actor' | 'request' | 'reply'> & {
  readonly request: Pick<FastifyRequest, 'headers'>
}

/** Makes the call that a handler gets. */
export function createRequestContext<E>(request: FastifyRequest, reply: FastifyReply): RequestContext<E> {
  return {
    params: request.params as RequestContext<E>['params'],
    query: request.query as RequestContext<E>['query'],
    body: request.body as RequestContext<E>['body'],
    get session() {
      return request.session ?? throwProblem(kitProblems['sign-in-required'])
    },
    get actor() {
      return this.session.actor
    },
    request,
    reply,
  }
}

/** The same call inside its transaction. */
export function createCommandContext<E>(call: RequestContext<E>, tx: Tx): CommandContext<E> {
  const { request } = call
  return Object.defineProperties(
    { tx, record: recordIn(tx, actorOfRequest(request)) },
    Object.getOwnPropertyDescriptors(call),
  ) as CommandContext<E>
}

function recordIn(tx: Tx, actor: EventActor): RecordInCall {
  return (kind, fact) => recordEvent(tx, kind, actor, fact)
}

/** The user of the request, as events record it. */
export function actorOfRequest(request: FastifyRequest): EventActor {
  const { session, id: requestId, ip: address } = request
  if (!session) return { requestId, address, ...noUser }
  const { impersonator } = session
  return {
    requestId,
    address,
    userId: session.userId,
    userName: session.actor.fullName,
    ...(impersonator && { impersonatorId: impersonator.id, impersonatorName: impersonator.fullName }),
  }
}

/** Rejects with 403 unless the caller's session has the permission (in the account, when one is named). */
export function requirePermission(call: { readonly session: Session }, permission: Permission, account?: string): void {
  if (!hasPermission(call.session, permission, account))
    throwProblem(kitProblems['access-denied'], { permission: permission.name, ...(account ? { account } : {}) })
}

/**
 * Rejects with 412 when the caller sent `If-Match` and the entity has another version by now. Read the row `for update`
 * first.
 */
export function requireVersion(call: { readonly request: Pick<FastifyRequest, 'headers'> }, version: number): void {
  const ifMatch = call.request.headers['if-match']
  if (ifMatch === undefined || ifMatch === '*') return
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${version}"`)) throwProblem(kitProblems['version-conflict'])
}
