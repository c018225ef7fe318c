import type * as z from 'zod/mini'
import type { Guard } from '#kit/contract/permission.ts'
import type { LiveSession } from './session.ts'

/** A destination that clients SEND to. */
export type LiveSend<Body = unknown> = {
  /** `/app/…`; no parameters. */
  readonly destination: string
  readonly summary: string
  readonly guard: Guard
  /** Schema of the JSON body; an empty body is `undefined`. Without it the body is not read. */
  readonly body?: z.ZodMiniType<Body>
  /** Executes it. A thrown `HttpProblem` is sent as an ERROR with its code and text. */
  handle(session: LiveSession, body: Body): Promise<void>
}

/** Declares a destination that clients SEND to. */
export function liveSend<Body>(declaration: LiveSend<Body>): LiveSend<Body> {
  return declaration
}
