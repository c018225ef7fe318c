import type { Rollout, RolloutRing } from '../contract.ts'

/** The time of a ring in milliseconds: passed, and planned after it. */
export type RingTime = {
  readonly ring: RolloutRing
  readonly from: number
  /** The end of what has passed; `from` for a ring that has not begun. */
  readonly passed: number
  readonly to: number
}

const MINUTE = 60_000

/** When the rings were, and will be at the earliest: each release approved at once, every check passed in time. */
export function scheduleOf({ rings, state, updated }: Rollout, now: number): RingTime[] {
  let last = now
  const end = state === 'RUNNING' ? now : new Date(updated).getTime()
  return rings.flatMap((ring) => {
    if (ring.started === null) {
      if (state !== 'RUNNING') return []
      const from = last
      last = from + ring.soakMinutes * MINUTE
      return [{ ring, from, passed: from, to: last }]
    }
    const from = new Date(ring.started).getTime()
    if (ring.done !== null) {
      const to = new Date(ring.done).getTime()
      return [{ ring, from, passed: to, to }]
    }
    if (state !== 'RUNNING') return [{ ring, from, passed: end, to: end }]
    const soaking = ring.soaking === null ? now : new Date(ring.soaking).getTime()
    last = Math.max(now, soaking + ring.soakMinutes * MINUTE)
    return [{ ring, from, passed: now, to: last }]
  })
}
