import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import { jenkinsShapes } from './jenkins-response-shapes.ts'

/** A follower asks every few seconds; the burst is for several builds at once. */
const rate = { perSecond: 5, burst: 20 }

/** The calls of Jenkins as far as the portal makes them; paths with a slash are of the server, others of the job. */
export function jenkinsClient(settings: OpenedConnection['settings'], fetchOf: OpenedConnection['fetch']) {
  const { url = '', job = '', username = '', token = '' } = settings
  const basic = Buffer.from(`${username}:${token}`).toString('base64')
  const fetch = fetchOf({
    authorize: (headers) => headers.set('authorization', `Basic ${basic}`),
    explain,
    rate,
    shapes: jenkinsShapes,
    takesText: true,
  })
  const root = url.endsWith('/') ? url.slice(0, -1) : url
  const names = job.split('/').filter((name) => name !== '')
  const base = `${root}/${names.map((name) => `job/${encodeURIComponent(name)}`).join('/')}`
  const at = (path: string) => (path.startsWith('/') ? root + path : `${base}/${path}`)

  return {
    json: async (path: string): Promise<unknown> => (await fetch(new Request(at(path)))).json(),
    /** Returns the address of the queue item. */
    async post(path: string, parameters: Readonly<Record<string, string>>): Promise<string> {
      const body = new URLSearchParams(parameters)
      const response = await fetch(new Request(at(path), { method: 'POST', body }))
      return response.headers.get('location') ?? ''
    },
    async log(path: string, offset: number): Promise<{ text: string; next: number; hasMore: boolean }> {
      const response = await fetch(new Request(`${at(path)}?start=${offset}`))
      const text = await response.text()
      const size = Number(response.headers.get('x-text-size'))
      const next = size > offset ? size : offset + Buffer.byteLength(text)
      return { text, next, hasMore: response.headers.get('x-more-data') === 'true' }
    },
  }
}

/** Jenkins responds to errors with HTML pages; only some plugins send a message. */
function explain(body: unknown): VendorErrorDetail {
  const { message } = (body ?? {}) as { message?: unknown }
  return { text: typeof message === 'string' ? message : undefined }
}
