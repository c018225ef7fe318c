import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import type { Adapter } from '#features/platform/connections/server/index.ts'
import { standardWebhooks } from '#features/platform/connections/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** The login that the fake accepts, and the space that it has. */
export const WIKI_TOKEN = 'token-of-the-wiki'
export const WIKI_SPACE = 'NOC'

/** A wiki on the wire: it lists spaces and takes pages, of users with a token. */
export type WikiFake = {
  readonly url: string
  readonly host: string
  readonly pages: string[]
  /** How many requests arrived. */
  requests: number
  /** What it responds about a space. */
  space: object
  /** `stall` accepts connections and never responds. */
  mode: 'works' | 'failing' | 'stall'
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startWikiFake(): Promise<WikiFake> {
  const pages: string[] = []
  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'x-ratelimit-limit': '1000',
          'x-ratelimit-remaining': String(1000 - fake.requests),
        })
        .end(JSON.stringify(body))
    fake.requests += 1
    if (fake.mode === 'stall') return
    if (fake.mode === 'failing') return send(503, {})
    if (request.headers.authorization !== `Bearer ${WIKI_TOKEN}`) return send(401, { message: 'token invalid' })
    const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '').split('?')[0] ?? ''
    if (request.method === 'GET')
      return name === WIKI_SPACE ? send(200, fake.space) : send(404, { message: `no space ${name}` })
    if (name === 'bad') return send(422, { message: 'a page has a title' })
    pages.push(name)
    send(201, {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: WikiFake = {
    url: `http://${host}`,
    host,
    pages,
    requests: 0,
    space: { key: WIKI_SPACE, created: '2026-03-01', owner: { id: 7, email: 'noc@wiki.example' } },
    mode: 'works',
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake
}

/** What the connector of the fake received by its hook. */
export const received: string[] = []
/** While set, the connector waits for it before it handles an event. */
export const receiving: { held: Promise<void> | undefined; isWaiting: boolean } = { held: undefined, isWaiting: false }
/** The attempt of each delivery, from 1. */
export const attempts: number[] = []

/** A connector of the fake: this declaration is all that it needs. */
export const wikiAdapter: Adapter = {
  port: 'confluence',
  system: 'wiki',
  name: 'Wiki',
  fields: [
    { name: 'url', label: 'Address', type: 'url', required: true, help: 'For example https://wiki.example.com' },
    { name: 'token', label: 'API token', type: 'secret', required: true },
    { name: 'space', label: 'Space', type: 'text', required: true },
    {
      name: 'flavour',
      label: 'Flavour',
      type: 'choice',
      choices: [
        { value: 'cloud', label: 'Cloud' },
        { value: 'server', label: 'Data Center' },
      ],
    },
    { name: 'hookSecret', label: 'Signing secret of hooks', type: 'secret' },
  ],
  hook: { scheme: standardWebhooks, secret: 'hookSecret' },
  open({ settings, fetch }) {
    const send = fetch({
      rate: { perSecond: 100, burst: 100 },
      timeoutMs: 3_000,
      shapes: [{ method: 'GET', path: /\/spaces\/\w+$/, body: z.object({ key: z.string() }) }],
      authorize: (headers) => headers.set('authorization', `Bearer ${settings.token}`),
      explain: (body) => ({ text: (body as { message?: string }).message }),
    })
    const to = (path: string) => new URL(path, settings.url)
    return {
      test: async () => void (await send(new Request(to(`/spaces/${settings.space}?secret=query`)))),
      deliver: async ({ subject, attempt }) => {
        attempts.push(attempt)
        await send(new Request(to(`/pages/${subject}`), { method: 'POST' }))
      },
      receive: async ({ content }) => {
        const { page } = content as { page: string }
        if (page === 'unreadable') throw new IntegrationError('The page cannot be read.', { fault: 'rejected' })
        receiving.isWaiting = receiving.held !== undefined
        await receiving.held
        receiving.isWaiting = false
        received.push(page)
      },
    }
  },
}
