import { useEffect, useState } from 'react'
import { refreshSession } from '#features/sessions/contract.ts'
import { leaveForSignIn } from '#features/sessions/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { Refusal } from '#kit/web/data/refusal.ts'
import { onSessionLost } from '#kit/web/data/session-lost.ts'
import type { Me } from '#kit/web/who/me.tsx'
import { sessionStep } from './session-step.ts'

const SHARED = 'session'
type Shared = { endsAt: number; refreshCount: number }

/**
 * Watches over the session: renews it in time (tabs agree on one renewal by a Web Lock and share its outcome), and
 * answers when it ends once the person has to be asked; null before.
 */
export function useSession(me: Me): number | null {
  const [session, setSession] = useState<Shared>(() => ({
    endsAt: Date.now() + me.expires_in * 1000,
    refreshCount: me.refresh_count,
  }))
  const [asking, setAsking] = useState(false)
  useEffect(() => onSessionLost(() => leaveForSignIn('expired')), [])
  useEffect(() => {
    const adopt = ({ key, newValue }: StorageEvent) => {
      if (key !== SHARED || !newValue) return
      setAsking(false)
      setSession(JSON.parse(newValue) as Shared)
    }
    window.addEventListener('storage', adopt)
    return () => window.removeEventListener('storage', adopt)
  }, [])
  useEffect(() => {
    const act = () => {
      const step = asking
        ? endOrWait(session.endsAt)
        : sessionStep({ ...session, refreshLimit: me.session_duration_in_hours }, Date.now())
      if (step.kind === 'wait') timer = setTimeout(act, Math.min(step.milliseconds, 60_000))
      else if (step.kind === 'ask') setAsking(true)
      else if (step.kind === 'end') leaveForSignIn('expired')
      else void renew(session).then((next) => (next ? setSession(next) : setAsking(true)))
    }
    let timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }, [session, asking, me.session_duration_in_hours])
  return asking ? session.endsAt : null
}

function endOrWait(endsAt: number) {
  return Date.now() >= endsAt ? ({ kind: 'end' } as const) : ({ kind: 'wait', milliseconds: 1000 } as const)
}

/** One renewal for all tabs: whoever comes second finds the first one's outcome. Null = it may not be renewed again. */
function renew(before: Shared): Promise<Shared | null> {
  return navigator.locks.request('session-refresh', async () => {
    const shared = JSON.parse(localStorage.getItem(SHARED) ?? 'null') as Shared | null
    if (shared && shared.refreshCount > before.refreshCount && shared.endsAt > before.endsAt) return shared
    try {
      const { expires_in, refresh_count } = await call(refreshSession, {})
      const next = { endsAt: Date.now() + expires_in * 1000, refreshCount: refresh_count }
      localStorage.setItem(SHARED, JSON.stringify(next))
      return next
    } catch (error) {
      if (error instanceof Refusal && (error.status === 403 || error.status === 401)) return null
      // No answer: asked again a little later, as long as the session lasts.
      await new Promise((resolve) => setTimeout(resolve, 10_000))
      return { ...before }
    }
  })
}
