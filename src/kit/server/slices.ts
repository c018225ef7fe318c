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
  items: Iterable<From>,
  work: (one: From) => To,
  slices: Slices = startSlices(),
): Promise<To[]> {
  const results: To[] = []
  for (const one of items) {
    if (slices.isOver) await slices.next()
    results.push(work(one))
  }
  return results
}

/** Does something with each element of a long list, in slices. */
export async function eachInSlices<One>(list: readonly One[], work: (one: One, index: number) => void): Promise<void> {
  const slices = startSlices()
  for (let from = 0; from < list.length; from += AT_ONCE) {
    if (slices.isOver) await slices.next()
    const end = Math.min(from + AT_ONCE, list.length)
    for (let index = from; index < end; index += 1) work(list[index]!, index)
  }
}

/** Elements of quick work, of which each is too short to look at the clock. */
const AT_ONCE = 1_000

/** Runs work that yields wherever it can be interrupted, in slices. */
export async function inSlices<Result>(work: Generator<void, Result>, slices: Slices = startSlices()): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (slices.isOver) await slices.next()
  }
}

/** Texts joined to pieces of some size as they are made, in slices: a response of any size is sent so. */
export async function* piecesInSlices(texts: Iterable<string>): AsyncGenerator<string> {
  const slices = startSlices()
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
    if (slices.isOver) await slices.next()
  }
  if (piece !== '') yield piece
}

/** Characters; they are made in a fraction of a slice. */
const PIECE = 16_384
