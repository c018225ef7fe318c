import { useEffect, useState } from 'react'
import { refreshSession } from '#features/access/sessions/contract.ts'
import { redirectToSignIn } from '#features/access/sessions/web/index.ts'
import { readMe } from '#features/users/users/contract.ts'
import { ApiError } from '#kit/web/data/api-error.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { onSessionLost } from '#kit/web/data/session-lost.ts'
import { dropDrafts } from '#kit/web/form/draft.ts'
import { live } from '#kit/web/live/use-topic.ts'
import type { Me } from '#kit/web/who/me.tsx'
import { sessionStep } from './session-step.ts'

const SHARED = 'session'
/**
 * A sign-in in another tab may be about to replace a session that ended. Its cookie arrives a moment after the end is
 * reported; only then the server is queried for the current user.
 */
const REPLACED_MS = 1_000

type SharedSession = { user: string; endsAt: number; refreshCount: number }

/**
 * Watches the session: renews it in time (tabs agree on one renewal by a Web Lock and share its result), leaves when it
 * was ended elsewhere, and returns when it ends once the user has to be prompted; null before.
 */
export function useSession(me: Me): number | null {
  const [session, setSession] = useState(() => sessionOf(me))
  const [asking, setAsking] = useState(false)
  useEffect(() => dropDrafts({ but: me.id }), [me.id])
  useEffect(() => onSessionLost(() => redirectToSignIn('expired')), [])
  useEffect(() => live.whenEnded(() => void setTimeout(() => void refresh(readMe), REPLACED_MS)), [])
  useEffect(() => {
    const read = sessionOf(me)
    const sharedSession = readShared()
    if (sharedSession?.user !== read.user || isLater(read, sharedSession)) share(read)
    setSession((before) => (isLater(read, before) ? read : before))
  }, [me])
  useEffect(() => {
    const adopt = ({ key, newValue }: StorageEvent) => {
      if (key !== SHARED || !newValue) return
      const next = JSON.parse(newValue) as SharedSession
      // Another user signed in: nothing on this page is theirs.
      if (next.user !== me.id) location.reload()
      else setSession((before) => (isLater(next, before) ? next : before))
    }
    window.addEventListener('storage', adopt)
    return () => window.removeEventListener('storage', adopt)
  }, [me.id])
  const acting = Boolean(me.impersonateMode)
  useEffect(() => {
    setAsking(false)
    // During impersonation the bar, which counts, leads back.
    if (acting) return
    const act = (isRequested: boolean) => {
      const step = isRequested
        ? endOrWait(session.endsAt)
        : sessionStep({ ...session, refreshLimit: me.session_duration_in_hours }, Date.now())
      if (step.kind === 'wait') timer = setTimeout(act, Math.min(step.milliseconds, 60_000), isRequested)
      else if (step.kind === 'end') redirectToSignIn('expired')
      else if (step.kind === 'ask') ask()
      else void renew(session).then((next) => (next ? setSession(next) : ask()))
    }
    const ask = () => {
      if (over) return
      setAsking(true)
      act(true)
    }
    let over = false
    let timer = setTimeout(act, 0, false)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [session, acting, me.session_duration_in_hours])
  return asking ? session.endsAt : null
}

function sessionOf(me: Me): SharedSession {
  return { user: me.id, endsAt: Date.now() + me.expires_in * 1000, refreshCount: me.refresh_count }
}

/** Whether this is another session or a renewed one: two readings of one session differ by their response times. */
function isLater(next: SharedSession, before: SharedSession): boolean {
  return next.endsAt > before.endsAt + 10_000
}

function readShared(): SharedSession | null {
  return JSON.parse(localStorage.getItem(SHARED) ?? 'null') as SharedSession | null
}

function share(session: SharedSession): void {
  localStorage.setItem(SHARED, JSON.stringify(session))
}

function endOrWait(endsAt: number) {
  return Date.now() >= endsAt ? ({ kind: 'end' } as const) : ({ kind: 'wait', milliseconds: 1000 } as const)
}

/**
 * One renewal for all tabs: within the lock the server says how the session stands, because what another tab has just
 * written to local storage may arrive after its lock is free. Null = it may not be renewed again.
 */
function renew(before: SharedSession): Promise<SharedSession | null> {
  return navigator.locks.request('session-refresh', async () => {
    try {
      const now = sessionOf(await call(readMe, {}))
      if (now.user === before.user && now.refreshCount > before.refreshCount) return now
      const { expires_in, refresh_count } = await call(refreshSession, {})
      const next = { ...before, endsAt: Date.now() + expires_in * 1000, refreshCount: refresh_count }
      share(next)
      return next
    } catch (error) {
      if (error instanceof ApiError && (error.status === 403 || error.status === 401)) return null
      // No response: retried a little later, as long as the session lasts.
      await new Promise((resolve) => setTimeout(resolve, 10_000))
      return { ...before }
    }
  })
}
