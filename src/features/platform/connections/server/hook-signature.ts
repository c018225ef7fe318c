import { signatureHeaders } from '#features/platform/webhooks/server/index.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>
/** A request of an outside system, its body as it was sent. */
export type SignedRequest = { readonly headers: Headers; readonly body: string }

/** How a system signs its events: the id and the time (in milliseconds) of a genuine one, else undefined. */
export type HookScheme = (request: SignedRequest, secret: string) => { id: string; at: number } | undefined

/** Standard Webhooks, the scheme of the portal's own webhooks: HMAC-SHA256 over id, time and body. */
export const standardWebhooks: HookScheme = ({ headers, body }, secret) => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return undefined
  if (id === '' || id.length > 200 || !/^\d{1,12}$/.test(timestamp)) return undefined
  const at = Number(timestamp) * 1000
  const wantedSignature = signatureHeaders({ id, at, body }, [secret])['webhook-signature']
  return signatures.split(' ').some((signature) => sameSecret(signature, wantedSignature)) ? { id, at } : undefined
}
