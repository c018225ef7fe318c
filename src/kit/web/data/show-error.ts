import { toast } from '../notices/toast.ts'
import { text } from '../text/kit-text.ts'
import { ApiError } from './api-error.ts'

/**
 * The shared error handler (part 1 §8): the server's own text if there is one, else the given text, else a generic one.
 * A 401 shows nothing here: the shell handles the end of the session.
 */
export function showError(error: unknown, options: { text?: string; asWarning?: boolean } = {}): void {
  if (error instanceof ApiError && error.status === 401) return
  const requestId = error instanceof ApiError ? error.requestId : undefined
  toast({
    tone: options.asWarning ? 'warning' : 'error',
    title: errorText(error, options.text),
    ...(requestId ? { detail: text('error.request', { id: requestId }) } : {}),
    ...(error instanceof ApiError && error.decision ? { action: whyLink(error.decision), autoClose: 15_000 } : {}),
  })
}

/** The reason of a denial is not for the user to see; the link is for users who manage permissions. */
function whyLink(decision: string) {
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/decisions/${decision}`)
    toast({ title: text('error.whyCopied') })
  }
  return { label: text('error.why'), run: () => void copy() }
}

/** The text for a failed read: no input is at stake, so the generic text is another. */
export function loadErrorText(error: unknown): string {
  const isExplained =
    error instanceof ApiError && (error.fromServer || error.code === 'timeout' || error.code === 'no-connection')
  return isExplained ? errorText(error) : text('failed.text')
}

/** The text for an error, by the same rule. */
export function errorText(error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? text('error.generic')
  if (error.fromServer) return error.message
  if (fallback) return fallback
  if (error.code === 'timeout') return text('error.timeout')
  return error.code === 'no-connection' ? text('error.noConnection') : text('error.generic')
}
