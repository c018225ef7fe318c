import { useEffect, useState } from 'react'
import { formatAge, formatDateTime } from './time.ts'

/** How long ago something was; updated each minute, the exact moment on hover. */
export function Age({ at }: { at: string }) {
  const now = useCurrentMinute()
  // Written on hover: a list has an age in each row, and a moment takes longer to write than its row.
  return (
    <time dateTime={at} onPointerEnter={({ currentTarget }) => currentTarget.setAttribute('title', formatDateTime(at))}>
      {formatAge(at, now)}
    </time>
  )
}

/** The time in milliseconds, updated each minute. */
export function useCurrentMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => onMinute(setNow), [])
  return now
}

const waiting = new Set<(now: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all ages of a page, so that they change together. */
function onMinute(setNow: (now: number) => void): () => void {
  waiting.add(setNow)
  timer ??= setInterval(() => {
    const now = Date.now()
    for (const each of waiting) each(now)
  }, 60_000)
  return () => {
    waiting.delete(setNow)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
