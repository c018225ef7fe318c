import { setFlagsFromString } from 'node:v8'

/** V8's memory reducer looks every eight seconds, and runs up to three times. */
const REDUCER_MS = 30_000

/**
 * Keeps V8's space for new objects small, before the code is read: what a start allocates stays, so it would grow to its
 * 32 MiB, and gain nothing by it.
 */
export function keepNewSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Ends that, and returns the memory that only the start needed. V8 does so of itself when a process has been idle for
 * 100 seconds; this flag lets it do so as soon as nothing else runs, in steps of some milliseconds.
 */
export function returnStartMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--optimize-for-size')
  setTimeout(() => setFlagsFromString('--no-optimize-for-size'), REDUCER_MS).unref()
}
