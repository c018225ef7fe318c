import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { AlertHook } from '#features/monitoring/incident-alerts/server/index.ts'
import type { HookScheme } from '#features/platform/connections/server/index.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

/** What the portal reads of an event of PagerDuty's webhooks, version 3. */
const Event = z.object({
  event: z.optional(
    z.object({
      id: z.optional(z.string()),
      event_type: z.optional(z.string()),
      occurred_at: z.optional(z.string()),
      agent: z.nullish(z.object({ summary: z.nullish(z.string()) })),
      data: z.nullish(z.object({ incident_key: z.nullish(z.string()) })),
    }),
  ),
})

/** HMAC-SHA256 over the body, one signature for each secret of the subscription; the body holds id and time. */
export const pagerDutySignature: HookScheme = ({ headers, body }, secret) => {
  const wantedSignature = `v1=${createHmac('sha256', secret).update(body).digest('hex')}`
  const signatures = headers['x-pagerduty-signature']?.toString() ?? ''
  if (!signatures.split(',').some((text) => sameSecret(text.trim(), wantedSignature))) return undefined
  const { event } = parseEvent(body)
  const at = Date.parse(event?.occurred_at ?? '')
  if (typeof event?.id !== 'string' || event.id === '' || event.id.length > 200 || Number.isNaN(at)) return undefined
  return { id: event.id, at }
}

function parseEvent(body: string): z.output<typeof Event> {
  try {
    return Event.parse(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Acknowledgements and resolutions; other events change nothing here. */
export function readPagerDutyEvent(content: unknown): AlertHook | undefined {
  const event = Event.safeParse(content).data?.event
  const alias = event?.data?.incident_key
  const type = event?.event_type
  if ((type !== 'incident.acknowledged' && type !== 'incident.resolved') || typeof alias !== 'string') return undefined
  return { alias, action: type === 'incident.resolved' ? 'close' : 'acknowledge', user: event?.agent?.summary ?? null }
}
