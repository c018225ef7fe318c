import { Circuit } from './circuit.ts'
import { TokenBucket } from './token-bucket.ts'

/** Calls that an outside system accepts: so many a second, with a burst of them at once. */
export type Rate = { readonly perSecond: number; readonly burst: number }

/** Why a call may not go now, and the milliseconds until it may: the limit is reached, or the circuit is open. */
export type HeldCall = { readonly reason: 'limit' | 'circuit'; readonly ms: number }

/** The limit and the circuit of an outside system, through which each of its calls goes. */
export type Gate = {
  /** Waits for the turn of a call. Returns why it may not go when it would wait longer than `longestMs`. */
  acquire(longestMs: number): Promise<HeldCall | undefined>
  /** The result of a call that went: whether the system was down. Returns whether the circuit is open now, and was. */
  report(isDown: boolean): Promise<{ readonly isOpen: boolean; readonly wasOpen: boolean }>
  /** Holds all calls for this long: the system has reported its limit. */
  close(ms: number): Promise<void>
}

/** A gate of this process alone. */
export function localGate(rate: Rate, circuit = new Circuit()): Gate {
  const bucket = new TokenBucket(rate)
  return {
    async acquire(longestMs) {
      const msClosed = bucket.closedFor()
      if (msClosed > longestMs) return { reason: 'limit', ms: msClosed }
      const resting = circuit.acquire()
      if (resting > 0) return { reason: 'circuit', ms: resting }
      await bucket.take()
      return undefined
    },
    async report(isDown) {
      const wasOpen = circuit.isOpen
      if (isDown) circuit.failed()
      else circuit.succeeded()
      return { isOpen: circuit.isOpen, wasOpen }
    },
    async close(ms) {
      bucket.close(ms)
    },
  }
}
