import type { IncomingMessage } from 'node:http'
import type { Principal } from '#kit/contract/permission.ts'

/** The user of a live connection. */
export type LiveSession = {
  readonly sessionId: string
  /** The owner of these personal destinations: while impersonating, the impersonated user. */
  readonly userId: string
  readonly actor: Principal
  /** The impersonating user, while impersonating. */
  readonly impersonatorId?: string
  /** An impersonation that is read-only. */
  readonly readOnly?: boolean
  readonly expiresAt: Date
}

/** Sessions that may have changed: one, or all of a user. */
export type SessionChange = { readonly sessionId?: string; readonly userId?: string }

/** How the live channel identifies users. */
export type SessionSource = {
  /** The session that the handshake's cookie names; null = not signed in. */
  identify(request: IncomingMessage): Promise<LiveSession | null>
  /** The same sessions in their current state. One that has ended is left out. */
  reload(sessionIds: readonly string[]): Promise<readonly LiveSession[]>
}
