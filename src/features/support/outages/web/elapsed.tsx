import { useEffect, useState } from 'react'
import { formatCountdown } from '#kit/web/time/time.ts'

/** The time since an instant as a running clock. */
export function ElapsedTime({ since }: { since: string }) {
  const now = useSecond()
  return <>{formatCountdown((now - Date.parse(since)) / 1000)}</>
}

/** The time in milliseconds, renewed each second. */
export function useSecond(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
