import { useEffect, useState } from 'react'
import { writeAge, writeMoment } from './time.ts'

/** How long ago something was; renewed each minute, the exact moment on hover. */
export function Age({ at }: { at: string }) {
  const now = useMinute()
  return (
    <time dateTime={at} title={writeMoment(at)}>
      {writeAge(at, now)}
    </time>
  )
}

/** The time in milliseconds, renewed each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
