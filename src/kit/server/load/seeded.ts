/** A pseudo-random sequence of numbers, the same for the same seed everywhere. */
export type SeededRandom = {
  /** At least 0 and below 1. */
  share(): number
  /** A whole number from 0 to one below `limit`. */
  below(limit: number): number
  /** True in this share of the calls. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Starts a sequence of numbers (mulberry32): good enough for realistic data, unfit for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(share() * limit)
  return { share, below, chance: (wantedShare) => share() < wantedShare, pick: (from) => from[below(from.length)]! }
}
