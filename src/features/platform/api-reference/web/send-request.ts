import type { Method } from '#kit/contract/endpoint.ts'
import { requestHeaders } from '#kit/web/data/request-headers.ts'

/** The response; status 0 without one. */
export type ShownResponse = {
  readonly status: number
  readonly ok: boolean
  readonly milliseconds: number
  readonly text: string
}

/** Characters of a response shown at most. */
const LONGEST = 100_000

/** Sends a call as written, so that its error responses are shown unchanged. */
export async function sendCall(
  method: string,
  address: string,
  { body, type }: { body: string | FormData | File | undefined; type?: string | undefined },
): Promise<ShownResponse> {
  const headers = requestHeaders(method as Method)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', type ?? 'application/json')
  const began = performance.now()
  try {
    const response = await fetch(address, { method, headers, body: body ?? null })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - began)
    return { status: response.status, ok: response.ok, milliseconds, text: pretty(text).slice(0, LONGEST) }
  } catch {
    return { status: 0, ok: false, milliseconds: 0, text: '' }
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
