import { setImmediate } from 'node:timers/promises'

/** Work that computes for long, in slices between which the process serves requests. */
export type Slices = {
  /** Whether this slice has lasted long enough. */
  readonly isOver: boolean
  /** Lets the process do what waits, and begins the next slice. */
  next(): Promise<void>
}

const SLICE_MS = 10

/** Slices of ten milliseconds; the first begins now. */
export function startSlices(): Slices {
  let began = performance.now()
  return {
    get isOver() {
      return performance.now() - began > SLICE_MS
    },
    async next() {
      await setImmediate()
      began = performance.now()
    },
  }
}

/** As `map`, in slices. */
export async function mapInSlices<From, To>(
  given: Iterable<From>,
  work: (one: From) => To,
  slices: Slices = startSlices(),
): Promise<To[]> {
  const results: To[] = []
  for (const one of given) {
    if (slices.isOver) await slices.next()
    results.push(work(one))
  }
  return results
}
