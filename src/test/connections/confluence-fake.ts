import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AdfNode } from '#integrations/jira-cloud/server/adf/adf.ts'

/** A page of the fake; its text is a document of Atlassian. */
export type FakePage = {
  readonly id: string
  title: string
  parentId: string | null
  version: number
  content: readonly AdfNode[]
  status?: string
}

/** Confluence in memory, as far as the portal uses it: one space with pages, in lists of two. */
export type ConfluenceFake = {
  readonly url: string
  readonly pages: Map<string, FakePage>
  /** Every request as `METHOD /path`. */
  readonly requests: string[]
  /** The status of the next calls instead of their responses. */
  readonly faults: number[]
  close(): Promise<void>
}

export const CONFLUENCE_LOGIN = { username: 'portal@vendor.example', token: 'token-of-confluence' }
const SPACE = { id: '77', key: 'NET', name: 'Network' }
const LIST = 2

/** Starts the fake on a free port of this machine. */
export async function startConfluenceFake(): Promise<ConfluenceFake> {
  const server = createServer(respond)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: ConfluenceFake = {
    url,
    pages: new Map(),
    requests: [],
    faults: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake

  function respond(request: IncomingMessage, response: ServerResponse): ServerResponse {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    fake.requests.push(`${request.method} ${pathname}`)
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const error = (status: number, title: string) =>
      send(status, { errors: [{ status, code: 'ERROR', title, detail: null }] })
    const fault = fake.faults.shift()
    if (fault) return error(fault, 'The fake fails')
    const { username, token } = CONFLUENCE_LOGIN
    if (request.headers.authorization !== `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`)
      return error(401, 'Unauthorized')
    if (pathname === '/wiki/api/v2/spaces')
      return send(200, { results: searchParams.get('keys') === SPACE.key ? [SPACE] : [], _links: {} })
    if (pathname === '/wiki/api/v2/pages') {
      const at = Number(searchParams.get('cursor') ?? 0)
      const rows = [...fake.pages.values()]
      const next = at + LIST < rows.length ? { next: `/wiki/api/v2/pages?cursor=${at + LIST}` } : {}
      return send(200, { results: rows.slice(at, at + LIST).map(listed), _links: { base: `${url}/wiki`, ...next } })
    }
    const page = fake.pages.get(/\/pages\/(\w+)$/.exec(pathname)?.[1] ?? '')
    if (!page) return error(404, 'Not found')
    const value = JSON.stringify({ version: 1, type: 'doc', content: page.content })
    return send(200, { ...listed(page), body: { atlas_doc_format: { value, representation: 'atlas_doc_format' } } })
  }
}

function listed({ id, title, parentId, version, status = 'current' }: FakePage) {
  return { id, title, status, spaceId: SPACE.id, parentId, version: { number: version }, _links: { webui: `/p/${id}` } }
}
