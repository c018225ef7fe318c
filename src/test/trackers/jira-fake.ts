import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { respondAsJira } from './fake-calls.ts'
import { respondAsDesk } from './fake-desk.ts'
import { fileOf } from './fake-files.ts'
import { type FakeIssue, type FakeProject, fakeProject } from './fake-project.ts'
import type { FakeResponse } from './fake-response.ts'

/** A site of Jira in memory: issues with comments, files and links, in both editions, and a service desk. */
export type JiraFake = FakeProject & {
  readonly url: string
  readonly host: string
  /** Every request as `METHOD /path`. */
  readonly requests: string[]
  /** The token that it accepts. */
  token: string
  mode: 'works' | 'down'
  close(): Promise<void>
}

export const JIRA_LOGIN = { username: 'sync@vendor.example', secret: 'token-of-jira' }

/** Starts it on a free port, with the project PRC. */
export async function startJiraFake(): Promise<JiraFake> {
  const project = fakeProject()
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: JiraFake = Object.assign(project, {
    url: `http://${host}`,
    host,
    requests: [],
    token: JIRA_LOGIN.secret,
    mode: 'works' as const,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  })
  return fake

  /** A data center sends files from an address of their own. */
  function fileAt(path: string): FakeResponse | undefined {
    const id = /^\/secure\/attachment\/(\d+)\/./.exec(path)?.[1]
    return id === undefined ? undefined : fileOf(fake, id)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname, searchParams } = new URL(url, fake.url)
    fake.requests.push(`${method} ${pathname}`)
    const basic = Buffer.from(`${JIRA_LOGIN.username}:${fake.token}`).toString('base64')
    const isKnown = headers.authorization === `Basic ${basic}` || headers.authorization === `Bearer ${fake.token}`
    const given = { method, path: pathname, query: searchParams, headers, body: Buffer.concat(parts) }
    const { status, body } =
      fake.mode === 'down'
        ? { status: 503, body: {} }
        : isKnown
          ? (fileAt(given.path) ?? respondAsDesk(fake, given) ?? respondAsJira(fake, given))
          : ({ status: 401, body: { errorMessages: ['Client must be authenticated.'] } } satisfies FakeResponse)
    if (Buffer.isBuffer(body))
      return void response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? '' : JSON.stringify(body))
  }
}

/** The issue that carries the key of a case as its label. */
export function issueOf(fake: JiraFake, caseKey: string): FakeIssue | undefined {
  return [...fake.issues.values()].find(({ labels }) => labels.includes(`headend-${caseKey}`))
}
