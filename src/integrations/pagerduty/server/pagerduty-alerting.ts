import type { Alerting, AlertThere, SentAlert } from '#features/monitoring/incident-alerts/server/index.ts'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { pagerDutyShapes } from './pagerduty-response-shapes.ts'

type Incident = {
  readonly id: string
  readonly status: 'triggered' | 'acknowledged' | 'resolved'
  readonly incident_key?: string
}
type ErrorBody = { readonly error?: { readonly message?: string; readonly errors?: readonly string[] } }

const states = { triggered: 'OPEN', acknowledged: 'ACKNOWLEDGED', resolved: 'CLOSED' } as const
const rate = { perSecond: 10, burst: 20 }

/** Alerts as incidents of PagerDuty. Occurrences are notes: an incident has no count of them. */
export function pagerDutyAlerting({ settings, fetch }: OpenedConnection): Omit<Alerting, 'read'> {
  const base = (settings.url ?? '').replace(/\/$/, '')
  const send = fetch({
    rate,
    shapes: pagerDutyShapes,
    authorize: (headers) => headers.set('authorization', `Token token=${settings.secret}`),
    explain: (body) => {
      const { error } = (body ?? {}) as ErrorBody
      return { text: [error?.message, ...(error?.errors ?? [])].filter(Boolean).join(' ') || undefined }
    },
  })

  async function call<Reply>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Reply> {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(method === 'GET' ? {} : { from: settings.username ?? '' }),
    }
    const request = new Request(`${base}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    return (await (await send(request)).json()) as Reply
  }
  const pathOf = ({ id }: Pick<Incident, 'id'>) => `/incidents/${encodeURIComponent(id)}`
  const put = (there: AlertThere, change: object) =>
    call('PUT', pathOf(there), { incident: { type: 'incident_reference', ...change } })

  return {
    check: async () => void (await call('GET', `/services/${encodeURIComponent(settings.service ?? '')}`)),
    async find(alias) {
      const { incidents } = await call<{ incidents: Incident[] }>(
        'GET',
        `/incidents?date_range=all&incident_key=${encodeURIComponent(alias)}`,
      )
      const incident = incidents.find(({ incident_key }) => incident_key === alias)
      if (!incident) return undefined
      const { notes } = await call<{ notes: { content?: string }[] }>('GET', `${pathOf(incident)}/notes`)
      const again = notes.filter(({ content }) => content === adapterTexts.happenedAgain).length
      return { id: incident.id, state: states[incident.status], occurrences: 1 + again }
    },
    async create(alert) {
      const incident = {
        type: 'incident',
        title: alert.message,
        service: { id: settings.service, type: 'service_reference' },
        urgency: urgencyOf(alert),
        incident_key: alert.alias,
        body: { type: 'incident_body', details: detailsOf(alert) },
      }
      await call('POST', '/incidents', { incident })
    },
    async repeat(there, alert) {
      await put(there, { urgency: urgencyOf(alert) })
      await call('POST', `${pathOf(there)}/notes`, { note: { content: adapterTexts.happenedAgain } })
    },
    acknowledge: async (there) => void (await put(there, { status: 'acknowledged' })),
    close: async (there) => void (await put(there, { status: 'resolved' })),
  }
}

function urgencyOf({ priority }: SentAlert): 'high' | 'low' {
  return priority === 'P1' || priority === 'P2' ? 'high' : 'low'
}

/** PagerDuty's incidents have no tags: priority, tags and address are lines of the text. */
function detailsOf({ description, priority, tags, url }: SentAlert): string {
  return [description, `${priority} · ${tags.join(', ')}`, url].filter((line) => line !== '').join('\n\n')
}
