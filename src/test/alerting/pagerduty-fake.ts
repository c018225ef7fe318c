import { type AlertingFake, startFake } from './fake-server.ts'

type Incident = {
  readonly id: string
  readonly type: 'incident'
  readonly incident_key: string
  readonly title: string
  status: 'triggered' | 'acknowledged' | 'resolved'
  urgency: string
  readonly notes: { id: string; content: string }[]
}

const states = { triggered: 'OPEN', acknowledged: 'ACKNOWLEDGED', resolved: 'CLOSED' }

/** PagerDuty's incidents in memory, of the service SERVICE1. */
export async function startPagerDutyFake(login: string): Promise<AlertingFake> {
  const incidents: Incident[] = []
  const missing: [number, object] = [404, { error: { code: 2100, message: 'Not Found' } }]
  return startFake(login, {
    alerts: () =>
      incidents.map(({ incident_key, title, status, urgency, notes }) => ({
        ...{ alias: incident_key, message: title, state: states[status] },
        ...{ occurrences: 1 + notes.length, urgent: urgency === 'high' },
      })),
    respond({ method, path, query, body }) {
      const [, kind, id, part] = path.split('/')
      if (kind === 'services') return id === 'SERVICE1' ? [200, { service: { id, type: 'service' } }] : missing
      if (method === 'GET' && !id)
        return [200, { incidents: incidents.filter((one) => one.incident_key === query.get('incident_key')) }]
      const given = body.incident as Partial<Incident> & { title: string; incident_key: string; urgency: string }
      if (method === 'POST' && !id) {
        const { title, incident_key, urgency } = given
        if (incidents.some((one) => one.incident_key === incident_key && one.status !== 'resolved'))
          return [400, { error: { code: 2002, message: 'Arguments Caused Error', errors: ['duplicate incident key'] } }]
        const number = incidents.length + 1
        const made = { id: `P${number}`, type: 'incident', incident_key, title, urgency } as const
        const incident: Incident = { ...made, status: 'triggered', notes: [] }
        incidents.push(incident)
        return [201, { incident }]
      }
      const incident = incidents.find((one) => one.id === id)
      if (!incident) return missing
      if (method === 'PUT') {
        Object.assign(incident, given.status && { status: given.status }, given.urgency && { urgency: given.urgency })
        return [200, { incident }]
      }
      if (part === 'notes' && method === 'GET') return [200, { notes: incident.notes }]
      const note = { id: `N${incident.notes.length + 1}`, content: (body.note as { content: string }).content }
      incident.notes.push(note)
      return [200, { note }]
    },
  })
}
