import { startTransition, useEffect, useState } from 'react'
import { queryClient } from './data/query.ts'

const LONGEST_MS = 5_000
const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 50))
let untilIdle: Promise<void> | undefined
let isIdle = false

/**
 * Resolves once the first page is rendered: no request is running and the browser is idle, or five seconds have passed.
 * What is not needed to read the page waits for it, and for nothing later.
 */
export function whenPageIdle(): Promise<void> {
  untilIdle ??= new Promise((resolve) => {
    const end = performance.now() + LONGEST_MS
    const look = () => {
      if (queryClient.isFetching() > 0 && performance.now() < end) return void setTimeout(() => idle(look), 50)
      isIdle = true
      resolve()
    }
    idle(look)
  })
  return untilIdle
}

/**
 * Whether the first page is rendered (see `whenPageIdle`). Callers are notified one after the other, so that none has
 * to wait for all.
 */
export function usePageIdle(): boolean {
  const [now, setNow] = useState(isIdle)
  useEffect(() => {
    if (!now) void whenIdle().then(() => startTransition(() => setNow(true)))
  }, [now])
  return now
}

let turns: Promise<void> | undefined

/** Resolves once the first page is rendered and the browser is idle again, for one caller after the other. */
export function whenIdle(): Promise<void> {
  turns = (turns ?? whenPageIdle()).then(() => new Promise((resolve) => idle(() => resolve(), { timeout: LONGEST_MS })))
  return turns
}
