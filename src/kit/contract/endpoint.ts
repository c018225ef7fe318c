import type * as z from 'zod/mini'
import type { Guard, Permission } from './permission.ts'
import type { Problem } from './problem.ts'

/** HTTP methods that an endpoint can have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** At most `count` calls in each window of `seconds`. */
export type Limit = { readonly count: number; readonly seconds: number }

/** A zod schema of an object whose unknown members are refused. */
export type ObjectSchema = z.ZodMiniObject

/** What every endpoint has, whatever the types of its parts. */
export type AnyEndpoint = {
  /** The verb, as the code, the OpenAPI operation id and the tests name it. */
  readonly name: string
  readonly method: Method
  /** With `{name}` for parameters, as the specification writes it. */
  readonly url: string
  readonly summary: string
  /** Heading in the API reference. */
  readonly tag: string
  readonly guard: Guard
  /** Rights that show more of the reply to whoever has them beside the guard's. */
  readonly optionalPermissions?: readonly Permission[]
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: z.ZodMiniType
  /** Schema of the success answer; absent = 204 without a body. */
  readonly reply?: z.ZodMiniType
  /** Status of the success answer: 200, or 204 without a reply and `media.produces`, unless given. */
  readonly status?: number
  readonly problems: readonly Problem[]
  /**
   * How the body comes or the response goes when it is not JSON (uploads, downloads, redirects). `requestPart`: the part
   * `file` of a multipart body comes after a part `request` of JSON.
   */
  readonly media?: { readonly consumes?: string; readonly produces?: string; readonly requestPart?: true }
  /** A write that an impersonated session may do though it is read-only (ending it, for example). */
  readonly allowedInReadOnlySession?: true
  /** Never while somebody works as somebody else: credentials, factors, roles, tokens, and beginning another impersonation. */
  readonly forbiddenWhileImpersonating?: true
  /** The answer holds a secret that is told once: what is kept of it for a repeated Idempotency-Key is sealed. */
  readonly encryptStoredResponse?: true
  /** How often a person (or, where nobody is signed in, an address) may call it; beyond that it is 429. */
  readonly limit?: Limit
  /** The list can be had as CSV too (`Accept: text/csv`). */
  readonly csv?: true
}

/** An endpoint with the types of its parts; see `endpoint`. */
export type Endpoint<P, Q, B, R> = AnyEndpoint & {
  /** Types only, never set: lets `call` and `serve` infer the parts. */
  readonly types?: { readonly params: P; readonly query: Q; readonly body: B; readonly reply: R }
}

/** The status of the endpoint's success response. */
export function statusOf({ status, reply, media }: AnyEndpoint): number {
  return status ?? (reply || media?.produces ? 200 : 204)
}

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/**
 * Declares an endpoint, once: the server serves it (validation, guard, serialisation, OpenAPI), the browser calls it,
 * the tests walk the list of all of them.
 */
export function endpoint<const D extends AnyEndpoint>(
  declaration: D,
): D & Endpoint<Out<D['params']>, Out<D['query']>, Out<D['body']>, Out<D['reply']>> {
  return declaration
}
