import type * as z from 'zod/mini'
import type { Guard, Permission } from './permission.ts'
import type { Problem } from './problem.ts'

/** HTTP methods that an endpoint can have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** At most `count` calls in each window of `seconds`. */
export type Limit = { readonly count: number; readonly seconds: number }

/** A zod schema of an object whose unknown members are rejected. */
export type ObjectSchema = z.ZodMiniObject

/** The members of every endpoint, whatever the types of its parts. */
export type AnyEndpoint = {
  /** The command, as the code, the OpenAPI operation id and the tests name it. */
  readonly name: string
  readonly method: Method
  /** With `{name}` for parameters, as in the specification. */
  readonly url: string
  readonly summary: string
  /** Heading in the API reference. */
  readonly tag: string
  readonly guard: Guard
  /** Permissions beside the guard's that show more of the reply to users who have them. */
  readonly optionalPermissions?: readonly Permission[]
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: z.ZodMiniType
  /** Schema of the success response; absent = 204 without a body. */
  readonly reply?: z.ZodMiniType
  /** Status of the success response: 200, or 204 without a reply and `media.produces`, unless given. */
  readonly status?: number
  readonly problems: readonly Problem[]
  /**
   * How the request body or the response is sent when it is not JSON (uploads, downloads, redirects). `requestPart`:
   * the part `file` of a multipart body follows a part `request` of JSON.
   */
  readonly media?: { readonly consumes?: string; readonly produces?: string; readonly requestPart?: true }
  /** The most bytes of a JSON body, where a megabyte is too few. */
  readonly largestBody?: number
  /** A write that an impersonated session may do though it is read-only (ending it, for example). */
  readonly allowedInReadOnlySession?: true
  /** Never allowed during impersonation: credentials, factors, roles, tokens, and beginning another impersonation. */
  readonly forbiddenWhileImpersonating?: true
  /**
   * The response holds a secret that is shown once: what is stored of it for a repeated Idempotency-Key is encrypted.
   */
  readonly encryptStoredResponse?: true
  /** How often a user (or, without a session, an address) may call it; beyond that it is 429. */
  readonly limit?: Limit
  /** A call with an API token is not counted among the calls of a day: its uses have a limit of their own. */
  readonly countedApart?: true
  /** The list is also available as CSV (`Accept: text/csv`). */
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
 * the tests check the list of all of them.
 */
export function endpoint<const D extends AnyEndpoint>(
  declaration: D,
): D & Endpoint<Out<D['params']>, Out<D['query']>, Out<D['body']>, Out<D['reply']>> {
  return declaration
}
