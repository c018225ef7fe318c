import type { Principal } from '#kit/contract/permission.ts'

/** The user of a request, and the means: a cookie session or an API token. */
export type Session = {
  readonly userId: number
  readonly actor: Principal
  /** Ids of the accounts named in the actor's roles and assignments; `*` is not among them. */
  readonly accountIds: ReadonlyMap<string, number>
  /** Set for a cookie session. */
  readonly sessionId?: string
  /** `X-XSRF-TOKEN` must equal one of them; set for a cookie session. */
  readonly csrfTokens?: readonly string[]
  /** Set for an API token; `permissions` narrows what it may do, null is everything its user may. */
  readonly token?: { readonly id: number; readonly permissions: readonly string[] | null }
  /** The member of staff behind an impersonated session, and their own session, to which they return. */
  readonly impersonator?: { readonly id: number; readonly fullName: string; readonly sessionId: string }
  readonly readOnly: boolean
  /** When the user last proved their identity; null when their provider does not say. */
  readonly authenticatedAt: Date | null
  readonly expiresAt: Date
  /** Changes whenever permissions or names change; part of the ETag of lists. */
  readonly version: string
}
