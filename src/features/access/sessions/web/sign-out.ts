import { call } from '#kit/web/data/call.ts'
import { live } from '#kit/web/live/use-topic.ts'
import { logout } from '../contract.ts'

/** Ends the session on the server and on the page. Errors of the two calls are ignored: the user wants to be out. */
export async function signOut(reason: LeaveReason = 'signed-out'): Promise<void> {
  await Promise.allSettled([call(logout, {}, { quiet: true, timeout: 5000 }), live.close()])
  await fetch('/logout', { redirect: 'manual' }).catch(() => undefined)
  sessionStorage.removeItem('basic_auth')
  redirectToSignIn(reason)
}

/** Why the sign-in page is shown; the page displays it. */
type LeaveReason = 'signed-out' | 'expired' | 'error' | 'account-not-found'

/** Goes to the sign-in page, which shows the reason and returns to this page. */
export function redirectToSignIn(reason?: LeaveReason): void {
  const query = new URLSearchParams(reason ? { reason } : {})
  if (reason === undefined || reason === 'expired') query.set('return', here())
  location.assign(`/signin?${query}`)
}

/** Signs in again (`prompt=login`) at the provider and returns to the same page; typed text is in the drafts. */
export function signInAgain(username: string, provider = 'okta'): void {
  location.assign(
    `/oauth2/authorization/${encodeURIComponent(provider)}?${new URLSearchParams({ prompt: 'login', login_hint: username, return: here() })}`,
  )
}

function here(): string {
  return location.pathname + location.search + location.hash
}
