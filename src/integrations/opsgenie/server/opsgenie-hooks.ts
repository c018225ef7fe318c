import { createHash } from 'node:crypto'
import type { AlertHook } from '#features/monitoring/incident-alerts/server/index.ts'
import type { HookScheme } from '#features/platform/connections/server/index.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

/** What the portal reads of an event of Opsgenie. */
type Event = {
  readonly action?: string
  readonly alert?: { readonly alias?: string; readonly username?: string; readonly updatedAt?: number }
}

/**
 * Opsgenie signs nothing; its webhooks send headers that the user sets, here a token. The time of an event is the last
 * change of its alert, in milliseconds or nanoseconds; a repetition has the same body.
 */
export const webhookToken: HookScheme = ({ headers, body }, secret) => {
  if (!sameSecret(headers.authorization?.toString() ?? '', `Bearer ${secret}`)) return undefined
  const at = timeOf(body)
  return at === undefined ? undefined : { id: digest(body).toString('hex'), at }
}

function timeOf(body: string): number | undefined {
  try {
    const { alert } = JSON.parse(body) as Event
    const at = alert?.updatedAt
    if (typeof at !== 'number') return undefined
    return at > 1e15 ? at / 1e6 : at
  } catch {
    return undefined
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Acknowledgements and closings; other actions change nothing here. */
export function readOpsgenieEvent(event: unknown): AlertHook | undefined {
  const { action, alert } = event as Event
  if ((action !== 'Acknowledge' && action !== 'Close') || typeof alert?.alias !== 'string') return undefined
  return { alias: alert.alias, action: action === 'Close' ? 'close' : 'acknowledge', user: alert.username ?? null }
}
