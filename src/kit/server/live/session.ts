import type { IncomingMessage } from 'node:http'
import type { Principal } from '#kit/contract/permission.ts'

/** Who is at the other end of a live connection. */
export type LiveSession = {
  readonly sessionId: string
  /** Whose personal destinations these are: while impersonating, the impersonated person. */
  readonly userId: string
  readonly actor: Principal
  /** The person who really sits there, while impersonating. */
  readonly impersonatorId?: string
  /** An impersonation in which writing is off. */
  readonly readOnly?: boolean
  readonly expiresAt: Date
}

/** Sessions that may have changed: one, or all of a person. */
export type SessionChange = { readonly sessionId?: string; readonly userId?: string }

/** How the live channel asks who somebody is. */
export type SessionSource = {
  /** The session that the handshake's cookie names; null = not signed in. */
  identify(request: IncomingMessage): Promise<LiveSession | null>
  /** The same sessions as they are now. One that has ended is left out. */
  reload(sessionIds: readonly string[]): Promise<readonly LiveSession[]>
}
