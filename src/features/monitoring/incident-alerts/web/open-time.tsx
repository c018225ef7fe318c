import { useEffect, useState } from 'react'
import { formatCountdown } from '#kit/web/time/time.ts'
import type { Alert } from '../contract.ts'

/** How long an alert is open as a running clock, or how long it was. */
export function OpenTime({ alert: { created, closed } }: { alert: Pick<Alert, 'created' | 'closed'> }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (closed) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [closed])
  return <>{formatCountdown(Math.max(0, ((closed ? Date.parse(closed) : now) - Date.parse(created)) / 1000))}</>
}
