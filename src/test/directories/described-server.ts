import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Document, OpenAPIBackend } from 'openapi-backend'

/** A vendor that is its description alone: refuses what that does not allow, and answers with what it shows. */
export type DescribedServer = {
  readonly url: string
  readonly host: string
  /** The operations called, and what was wrong with each. */
  readonly calls: { readonly operation: string; readonly wrong: string | null }[]
  close(): Promise<void>
}

/** Serves a vendor's description on a free port of this machine. */
export async function startDescribedServer(definition: Document): Promise<DescribedServer> {
  const calls: DescribedServer['calls'] = []
  const api = new OpenAPIBackend({ definition, quick: true, ajvOpts: { strict: false } })
  api.register({
    validationFail: ({ operation, validation }) => {
      calls.push({ operation: operation.operationId ?? '', wrong: JSON.stringify(validation.errors) })
      return { status: 400, mock: {} }
    },
    unauthorizedHandler: ({ operation }) => {
      calls.push({ operation: operation.operationId ?? '', wrong: 'no credential' })
      return { status: 401, mock: {} }
    },
    notFound: ({ request }) => {
      calls.push({ operation: `${request.method} ${request.path}`, wrong: 'no such operation' })
      return { status: 404, mock: {} }
    },
    notImplemented: ({ operation }) => {
      calls.push({ operation: operation.operationId ?? '', wrong: null })
      return api.mockResponseForOperation(operation.operationId ?? '')
    },
  })
  for (const scheme of Object.keys(definition.components?.securitySchemes ?? {}))
    api.registerSecurityHandler(scheme, ({ request }) => request.headers.authorization !== undefined)
  await api.init()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    calls,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname: path, search: query } = new URL(url, 'http://described')
    const { status, mock } = await api.handleRequest({
      method,
      path,
      query,
      headers: headers as Record<string, string>,
      ...(body ? { body: JSON.parse(body) } : {}),
    })
    const bare = status === 204
    response.writeHead(status, bare ? {} : { 'content-type': 'application/json' }).end(bare ? '' : JSON.stringify(mock))
  }
}
