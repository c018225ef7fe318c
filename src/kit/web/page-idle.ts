import { startTransition, useEffect, useState } from 'react'
import { queryClient } from './data/query.ts'

const LONGEST_MS = 5_000
const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 50))
let settled: Promise<void> | undefined
let done = false

/**
 * Resolves once the first page stands: nothing is being asked and the browser has nothing to do, or five seconds have
 * passed. What is not needed to read the page waits for it, and for nothing later.
 */
export function whenPageIdle(): Promise<void> {
  settled ??= new Promise((resolve) => {
    const end = performance.now() + LONGEST_MS
    const look = () => {
      if (queryClient.isFetching() > 0 && performance.now() < end) return void setTimeout(() => idle(look), 50)
      done = true
      resolve()
    }
    idle(look)
  })
  return settled
}

/** Whether the first page stands (see `whenSettled`). Those who ask hear it one after the other, so that none has to wait for all. */
export function usePageIdle(): boolean {
  const [now, setNow] = useState(done)
  useEffect(() => {
    if (!now) void whenIdle().then(() => startTransition(() => setNow(true)))
  }, [now])
  return now
}

let turns: Promise<void> | undefined

/** Resolves once the first page stands and the browser has nothing to do again, for one after the other of those who ask. */
export function whenIdle(): Promise<void> {
  turns = (turns ?? whenPageIdle()).then(() => new Promise((resolve) => idle(() => resolve(), { timeout: LONGEST_MS })))
  return turns
}
