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
export function whenSettled(): Promise<void> {
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

/** Whether the first page stands (see `whenSettled`). */
export function useSettled(): boolean {
  const [now, setNow] = useState(done)
  useEffect(() => {
    if (!now) void whenSettled().then(() => startTransition(() => setNow(true)))
  }, [now])
  return now
}
