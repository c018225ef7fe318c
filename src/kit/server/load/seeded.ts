/** A pseudo-random sequence of numbers, the same for the same seed everywhere. */
export type SeededRandom = {
  /** At least 0 and below 1. */
  share(): number
  /** A whole number from 0 to one below `bound`. */
  below(bound: number): number
  /** True in this share of the calls. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Starts a sequence of numbers (mulberry32): good enough for realistic data, unfit for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(share() * bound)
  return { share, below, chance: (wanted) => share() < wanted, pick: (from) => from[below(from.length)]! }
}
