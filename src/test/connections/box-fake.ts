import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startPrism } from '../directories/prism.ts'

export const BOX_LOGIN = { clientId: 'app-1', clientSecret: 'box-secret-1', enterprise: '4711' }
const description = fileURLToPath(new URL('../../integrations/box/box.json', import.meta.url))

type BoxFile = { name: string; bytes: Buffer; version: number; folder: string; sha1?: string }

/** What the next download does instead; `after` runs after the bytes that it sends were chosen. */
type DownloadFault = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The connection breaks after this many bytes. */
  readonly cutAfter?: number
  readonly location?: string
  after?(): void
}

/** Box as its connector sees it: calls of the API are judged by Prism, downloads come from an address of their own. */
export async function startBoxFake() {
  const prism = await startPrism(description)
  const files = new Map<string, BoxFile>()
  const folders = new Map<string, { name: string; parent: string | null }>([['0', { name: 'All Files', parent: null }]])
  const links = new Map<string, { type: string; id: string }>()
  const faults: DownloadFault[] = []
  /** Statuses with which the next calls of the API fail. */
  const apiFaults: { readonly status: number; readonly headers?: Record<string, string> }[] = []
  const wrong: string[] = []
  /** The ranges of the downloads, and the headers that may hold a credential. */
  const downloads: { readonly range: string; readonly leaked: readonly string[] }[] = []
  const calls: string[] = []
  let token = ''
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  return {
    url,
    host,
    files,
    folders,
    links,
    faults,
    apiFaults,
    wrong,
    downloads,
    calls,
    /** The token that was issued is not accepted any more. */
    expireToken: () => {
      token = ''
    },
    async close() {
      await new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
      await prism.close()
    },
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const address = new URL(request.url ?? '/', url)
    const { method = '', headers } = request
    if (address.pathname.startsWith('/download/')) return void download(address, headers, response)
    const body = await text(request)
    const path = address.pathname.replace(/^\/2\.0/, '')
    calls.push(`${method} ${path}`)
    const verdict = await fetch(new URL(path + address.search, prism.url), {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(
        ['authorization', 'boxapi', 'range', 'content-type'].flatMap((name) =>
          headers[name] === undefined ? [] : [[name, String(headers[name])]],
        ),
      ),
      ...(body ? { body } : {}),
    })
    if (verdict.status >= 400) wrong.push(`${method} ${path}: ${await verdict.text()}`)
    const fault = apiFaults.shift()
    if (fault) return json(response, fault.status, { type: 'error', message: 'as the test wants it' }, fault.headers)
    if (path === '/oauth2/token') return issue(new URLSearchParams(body), response)
    if (token === '' || headers.authorization !== `Bearer ${token}`) return json(response, 401, { type: 'error' })
    const [, kind, id = '', part] = path.split('/')
    if (kind === 'users') return json(response, 200, { type: 'user', id: '1', name: 'Portal' })
    if (kind === 'shared_items') return shared(String(headers.boxapi), response)
    if (kind === 'folders') return folder(id, part, address, response)
    const file = files.get(id)
    if (!file) return json(response, 404, { type: 'error', code: 'not_found', message: 'Not Found' })
    if (part === undefined) return json(response, 200, fileBody(id, file))
    const location = faults[0]?.location ? faults.shift()?.location : `${url}/download/${id}`
    return response.writeHead(302, { location }).end()
  }

  function issue(form: URLSearchParams, response: ServerResponse): ServerResponse {
    const right =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === BOX_LOGIN.clientId &&
      form.get('client_secret') === BOX_LOGIN.clientSecret &&
      form.get('box_subject_type') === 'enterprise' &&
      form.get('box_subject_id') === BOX_LOGIN.enterprise
    if (!right)
      return json(response, 400, { error: 'invalid_client', error_description: 'The client credentials are invalid' })
    token = randomBytes(16).toString('hex')
    return json(response, 200, { access_token: token, expires_in: 3600, token_type: 'bearer' })
  }

  function shared(boxapi: string, response: ServerResponse): ServerResponse {
    const found = links.get(boxapi.replace('shared_link=', ''))
    if (!found) return json(response, 404, { type: 'error', code: 'not_found', message: 'Not Found' })
    return json(response, 200, found)
  }

  function folder(
    id: string,
    part: string | undefined,
    { searchParams }: URL,
    response: ServerResponse,
  ): ServerResponse {
    const found = folders.get(id)
    if (!found) return json(response, 404, { type: 'error', code: 'not_found', message: 'Not Found' })
    if (part === undefined) {
      const entries: object[] = []
      for (let at = found.parent; at !== null; at = folders.get(at)?.parent ?? null)
        entries.unshift({ type: 'folder', id: at, name: folders.get(at)?.name })
      return json(response, 200, { type: 'folder', id, name: found.name, path_collection: { entries } })
    }
    const inside = [
      ...[...folders].flatMap(([id_, { name, parent }]) => (parent === id ? [{ type: 'folder', id: id_, name }] : [])),
      ...[...files].flatMap(([id_, file]) => (file.folder === id ? [fileBody(id_, file)] : [])),
      ...(id === '0' ? [{ type: 'web_link', id: '99', name: 'A web link' }] : []),
    ]
    const offset = Number(searchParams.get('offset'))
    const entries = inside.slice(offset, offset + Number(searchParams.get('limit')))
    return json(response, 200, { total_count: inside.length, entries })
  }

  function fileBody(id: string, { name, bytes, version, sha1 }: BoxFile) {
    const digest = sha1 ?? createHash('sha1').update(bytes).digest('hex')
    const file_version = { type: 'file_version', id: `${id}${version}` }
    return {
      type: 'file',
      id,
      name,
      size: bytes.length,
      sha1: digest,
      file_version,
      modified_at: '2026-11-02T10:00:00Z',
    }
  }

  function download({ pathname }: URL, headers: IncomingMessage['headers'], response: ServerResponse): void {
    const range = headers.range ?? ''
    const leaked = ['authorization', 'boxapi'].filter((name) => headers[name] !== undefined)
    downloads.push({ range, leaked })
    const fault = faults.shift() ?? {}
    const bytes = files.get(pathname.split('/')[2] ?? '')?.bytes
    fault.after?.()
    if (fault.status || !bytes) {
      response.writeHead(fault.status ?? 404, fault.headers).end(fault.body)
      return
    }
    const start = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0)
    const part = bytes.subarray(start)
    const ranged = start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}
    response.writeHead(start > 0 ? 206 : 200, {
      ...ranged,
      'content-length': part.length,
      'content-type': 'application/octet-stream',
      ...fault.headers,
    })
    if (fault.cutAfter === undefined) response.end(part)
    else response.write(part.subarray(0, fault.cutAfter), () => setImmediate(() => response.destroy()))
  }

  function json(
    response: ServerResponse,
    status: number,
    body: object,
    headers: Record<string, string> = {},
  ): ServerResponse {
    return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}
export type BoxFake = Awaited<ReturnType<typeof startBoxFake>>
