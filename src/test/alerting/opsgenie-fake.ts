import { type AlertingFake, startFake } from './fake-server.ts'

type Alert = {
  id: string
  alias: string
  message: string
  priority: string
  status: 'open' | 'closed'
  acknowledged: boolean
  count: number
}

/** Opsgenie's alerts in memory, or those of its successor: changes are accepted, and carried out at the first question for their result. */
export async function startOpsgenieFake(edition: 'opsgenie' | 'jsm', login: string): Promise<AlertingFake> {
  const alerts: Alert[] = []
  const requests = new Map<string, { asked: number; carryOut(): boolean }>()
  const isJsm = edition === 'jsm'
  const base = isJsm ? '/jsm/ops/api/cloud-1/v1/alerts' : '/v2/alerts'
  const wrap = (data: object): [number, object] => [200, isJsm ? data : { data, requestId: 'r', took: 0.1 }]
  const none: [number, object] = [404, { message: 'Not found', requestId: 'r', took: 0 }]
  const accept = (carryOut: () => boolean): [number, object] => {
    const requestId = `request-${requests.size + 1}`
    requests.set(requestId, { asked: 0, carryOut })
    return [202, { result: 'Request will be processed', requestId, took: 0.1 }]
  }
  return startFake(login, {
    alerts: () =>
      alerts.map(({ alias, status, acknowledged, count, priority, message }) => ({
        alias,
        message,
        state: status === 'closed' ? 'CLOSED' : acknowledged ? 'ACKNOWLEDGED' : 'OPEN',
        occurrences: count,
        urgent: priority === 'P1' || priority === 'P2',
      })),
    respond({ method, path, query, body }) {
      if (path === '/v2/integrations/authenticate') return [200, { result: 'ok', requestId: 'r', took: 0 }]
      const rest = path.slice(base.length).split('/').map(decodeURIComponent)
      if (method === 'GET' && rest[1] === 'requests') {
        const request = requests.get(rest[2] ?? '')
        if (!request) return none
        request.asked += 1
        // The first question comes too early.
        if (request.asked === 1) return none
        const success = request.carryOut()
        return wrap(isJsm ? { success, status: 'processed' } : { isSuccess: success, status: 'processed' })
      }
      if (method === 'GET' && rest.length === 1) {
        const alias = /alias: "(.*)"/.exec(query.get('query') ?? '')?.[1]
        const found = alerts.filter((alert) => !alias || alert.alias === alias)
        return isJsm ? [200, { values: found, count: found.length }] : wrap(found)
      }
      if (method === 'GET') {
        const alias = isJsm ? query.get('alias') : rest[1]
        const alert = alerts.find((one) => one.alias === alias && one.status === 'open')
        return alert ? wrap(alert) : none
      }
      if (rest.length === 1)
        return accept(() => {
          const { alias, message, priority } = body as Alert
          const open = alerts.find((one) => one.alias === alias && one.status === 'open')
          if (open) open.count += 1
          else
            alerts.push({
              ...{ id: `id-${alerts.length + 1}`, alias, message, priority },
              ...{ status: 'open', acknowledged: false, count: 1 },
            })
          return true
        })
      return accept(() => {
        const alert = alerts.find(({ id }) => id === rest[1])
        if (!alert) return false
        if (rest[2] === 'close') alert.status = 'closed'
        else alert.acknowledged = true
        return true
      })
    },
  })
}
