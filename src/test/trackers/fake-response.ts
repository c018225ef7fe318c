import type { IncomingHttpHeaders } from 'node:http'

export type FakeRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
export type FakeResponse = { readonly status: number; readonly body: unknown }
export const ok = (body: unknown, status = 200): FakeResponse => ({ status, body })
export const none: FakeResponse = { status: 204, body: null }
export const missing = (what: string): FakeResponse => ({
  status: 404,
  body: { errorMessages: [`${what} does not exist.`] },
})
