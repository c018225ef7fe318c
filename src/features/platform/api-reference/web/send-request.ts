import type { Method } from '#kit/contract/endpoint.ts'
import { requestHeaders } from '#kit/web/data/request-headers.ts'

/** What came back; status 0 when nothing did. */
export type Answered = {
  readonly status: number
  readonly ok: boolean
  readonly milliseconds: number
  readonly text: string
}

/** More than this is not shown. */
const LONGEST = 100_000

/** Sends a call as it was written, so that its refusals are shown as they are. */
export async function sendCall(
  method: string,
  address: string,
  { body, type }: { body: string | FormData | File | undefined; type?: string | undefined },
): Promise<Answered> {
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
