import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A build that the fake was asked for. */
export type FakeBuild = {
  readonly item: number
  readonly parameters: Readonly<Record<string, string>>
  /** Set when it leaves the queue. */
  number: number | null
  cancelled: boolean
  log: string
  isOver: boolean
}

/** Jenkins in memory, as far as the portal uses it: one job, a queue, builds and their console output. */
export type JenkinsFake = {
  readonly url: string
  readonly builds: FakeBuild[]
  /** Every request as `METHOD /path`. */
  readonly requests: string[]
  /** The status of the next calls instead of their responses; `lost` does the work and responds with 503. */
  readonly faults: (number | 'lost')[]
  close(): Promise<void>
}

export const JENKINS_LOGIN = { username: 'portal', token: '11aa22bb33cc44dd55ee66ff' }
const JOB = '/job/headend-link'

/** Starts the fake on a free port of this machine. */
export async function startJenkinsFake(): Promise<JenkinsFake> {
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: JenkinsFake = {
    url,
    builds: [],
    requests: [],
    faults: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    fake.requests.push(`${method} ${pathname}`)
    const fault = fake.faults.shift()
    if (typeof fault === 'number') return void response.writeHead(fault, { 'content-type': 'text/html' }).end('<html>')
    const { username, token } = JENKINS_LOGIN
    if (headers.authorization !== `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`)
      return void response.writeHead(401, { 'content-type': 'text/html' }).end('<html>')
    const json = (value: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (method === 'POST' && pathname === `${JOB}/buildWithParameters`) {
      const item = 7_700 + fake.builds.length
      const parameters = Object.fromEntries(new URLSearchParams(body))
      fake.builds.push({ item, parameters, number: null, cancelled: false, log: '', isOver: false })
      if (fault === 'lost') return void response.writeHead(503).end()
      return void response.writeHead(201, { location: `${url}/queue/item/${item}/` }).end()
    }
    if (pathname === `${JOB}/api/json`) return json({ _class: 'hudson.model.FreeStyleProject', name: 'headend-link' })
    if (pathname === '/queue/api/json')
      return json({ items: fake.builds.filter(({ number }) => number === null).map(shown) })
    if (pathname === `${JOB}/lastBuild/api/json`) {
      const last = fake.builds.findLast(({ number }) => number !== null)
      return last ? json({ ...shown(last), queueId: last.item }) : void response.writeHead(404).end()
    }
    const item = /^\/queue\/item\/(\d+)\/api\/json$/.exec(pathname)?.[1]
    if (item) {
      const build = fake.builds.find((one) => one.item === Number(item))
      if (!build) return void response.writeHead(404).end()
      const executable = build.number === null ? null : { number: build.number, url: `${url}${JOB}/${build.number}/` }
      return json({ id: build.item, cancelled: build.cancelled, executable })
    }
    const number = /\/(\d+)\/logText\/progressiveText$/.exec(pathname)?.[1]
    const build = fake.builds.find((one) => one.number === Number(number))
    if (!build) return void response.writeHead(404).end()
    const log = Buffer.from(build.log)
    response
      .writeHead(200, {
        'content-type': 'text/plain;charset=utf-8',
        'x-text-size': String(log.length),
        ...(build.isOver ? {} : { 'x-more-data': 'true' }),
      })
      .end(log.subarray(Number(searchParams.get('start'))))
  }
}

function shown({ item, parameters }: FakeBuild) {
  return { id: item, actions: [{ parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })) }] }
}
