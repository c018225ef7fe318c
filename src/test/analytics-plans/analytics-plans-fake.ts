import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HeldPlan } from '#features/subscriptions/analytics-plans/server/index.ts'

/** An analytics system in memory: the plans that it has, by account. */
export type AnalyticsPlansFake = {
  readonly url: string
  readonly host: string
  readonly plans: Map<string, HeldPlan>
  /** Every request as `METHOD /path`. */
  readonly requests: string[]
  /** Accounts that it rejects, with its sentence. */
  readonly rejected: Map<string, string>
  close(): Promise<void>
}

export const ANALYTICS_TOKEN = 'token-of-the-plans-api'
/** Small pages, so that a few accounts need several. */
const MOST = 2

/** Starts the fake on a free port of this machine. */
export async function startAnalyticsPlansFake(): Promise<AnalyticsPlansFake> {
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: AnalyticsPlansFake = {
    url: `http://${host}`,
    host,
    plans: new Map(),
    requests: [],
    rejected: new Map(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = request
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(url, fake.url)
    fake.requests.push(`${method} ${pathname}`)
    const send = (status: number, content: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    if (request.headers.authorization !== `Bearer ${ANALYTICS_TOKEN}`) return send(401, { message: 'wrong token' })
    if (method === 'GET') {
      const from = Number(searchParams.get('after') ?? 0)
      const end = from + Math.min(MOST, Number(searchParams.get('limit')))
      const plans = [...fake.plans.values()]
      return send(200, { plans: plans.slice(from, end), next: end < plans.length ? String(end) : null })
    }
    const plan = JSON.parse(body) as HeldPlan
    const reason = fake.rejected.get(plan.account)
    if (reason) return send(422, { message: reason })
    fake.plans.set(plan.account, plan)
    return send(200, plan)
  }
}
