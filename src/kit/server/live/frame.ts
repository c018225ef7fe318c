/** A STOMP version as `accept-version` names it. */
export type Version = '1.0' | '1.1' | '1.2'

/** The supported versions, best first. */
export const versions: readonly Version[] = ['1.2', '1.1', '1.0']

/** One STOMP frame as received. Of repeated headers the first counts (STOMP 1.2, "Repeated Header Entries"). */
export type Frame = {
  readonly command: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** Limits of a frame, in bytes and in headers. */
export type FrameLimits = { readonly frame: number; readonly head: number; readonly headers: number }

export const frameLimits: FrameLimits = { frame: 1024 * 1024, head: 16 * 1024, headers: 64 }

/** The bytes are no STOMP frame, or one beyond a limit. Nothing after it on the connection can be read. */
export class FrameError extends Error {
  readonly code: 'frame-malformed' | 'frame-too-large'
  constructor(code: FrameError['code'], message: string) {
    super(message)
    this.code = code
  }
}
