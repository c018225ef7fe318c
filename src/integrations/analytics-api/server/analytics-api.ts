import type { AnalyticsSystem } from '#features/monitoring/analytics/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { integrationFetch } from '#kit/server/vendor/vendor-fetch.ts'

const NAME = 'Analytics'
const TIMEOUT_MS = 10_000
const rate = { perSecond: 5, burst: 20 }

type Send = (request: Request) => Promise<Response>
type Login = { readonly username?: string | undefined; readonly password?: string | undefined }

/** The vendor's analytics, versions 1 and 4: `GET /api/v{version}/customers[/{ops name}]` with a user and password. */
export const analyticsApi: AnalyticsSystem = {
  adapter: {
    port: 'analytics',
    system: 'analytics',
    name: NAME,
    fields: [
      { name: 'url', label: 'API URL', type: 'url', required: true, help: 'For example https://analytics.example.com' },
      { name: 'username', label: 'User', type: 'text', required: true },
      { name: 'password', label: 'Password', type: 'secret', required: true },
    ],
    open: ({ settings, fetch }) => ({
      test: () => customers(fetch(options(settings)), { url: settings.url!, path: 'api/v4/customers' }),
    }),
  },
  open(settings, { privateHosts, log }) {
    const send = integrationFetch({ ...options(settings), name: NAME, privateHosts, log, tries: 1 })
    const { url } = settings
    return {
      login: (version) => customers(send, { url, path: `api/v${version}/customers` }),
      customer: (opsName, version) =>
        customers(send, { url, path: `api/v${version}/customers/${encodeURIComponent(opsName)}` }),
    }
  },
}

function options({ username = '', password = '' }: Login) {
  const credential = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    rate,
    timeoutMs: TIMEOUT_MS,
    authorize: (headers: Headers) => headers.set('authorization', `Basic ${credential}`),
    explain: (body: unknown) => ({ text: textOf((body as { message?: unknown } | null)?.message) }),
  }
}

async function customers(send: Send, { url, path }: { url: string; path: string }): Promise<void> {
  const base = url.endsWith('/') ? url : `${url}/`
  const response = await send(new Request(new URL(path, base)))
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null)
    throw new IntegrationError(`${NAME} sent a response that cannot be read.`, { fault: 'garbled' })
}

function textOf(message: unknown): string | undefined {
  return typeof message === 'string' ? message.slice(0, 200) : undefined
}
