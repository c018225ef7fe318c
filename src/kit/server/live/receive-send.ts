import * as z from 'zod/mini'
import { allows } from '#kit/contract/permission.ts'
import type { Client } from './client.ts'
import type { Frame } from './frame.ts'
import { StompError } from './stomp-errors.ts'

/**
 * Handles a SEND: checks the destination, the permission, that there is no transaction, and the body, in this order.
 */
export async function receiveSend(client: Client, { headers, body }: Frame): Promise<void> {
  const destination = headers.get('destination')
  if (destination === undefined) throw new StompError('header-missing', 'The header destination is missing.')
  const send = client.node.sends.get(destination)
  if (!send) throw new StompError('destination-unknown')
  const { session } = client
  if (typeof send.guard === 'object' && !allows(session.actor, send.guard)) throw new StompError('destination-denied')
  if (headers.has('transaction')) throw new StompError('transactions-unsupported')
  await send.handle(session, send.body ? readBody(send.body, body) : undefined)
}

function readBody(schema: z.ZodMiniType, bytes: Buffer): unknown {
  const read = z.safeParse(schema, bytes.length === 0 ? undefined : parseJson(bytes))
  if (read.success) return read.data
  const paths = read.error.issues.map((issue) => issue.path.join('.')).filter((path) => path !== '')
  throw new StompError('body-invalid', paths.length > 0 ? `Wrong in the body: ${paths.join(', ')}.` : undefined)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new StompError('body-invalid', 'The body is not JSON.')
  }
}
