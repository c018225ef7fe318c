import { OutboundRequestBlocked } from '../outbound.ts'
import { pieceByPiece, type StreamedResponse, streamOutside } from '../outbound-stream.ts'
import { IntegrationError, type VendorFault } from './vendor-error.ts'
import type { Vendor } from './vendor-fetch.ts'

/** A request whose response is a stream of any length. */
export type StreamedCall = {
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Streams responses of an outside system: `onCall` gets each call when its body has ended, with the bytes that arrived. A
 * status of failure is returned like any other; that the system cannot be reached is an `IntegrationError`.
 */
export function integrationStream({ name, privateHosts, onCall }: Pick<Vendor, 'name' | 'privateHosts' | 'onCall'>) {
  return async (address: string, call: StreamedCall): Promise<StreamedResponse> => {
    const at = new Date()
    const { pathname: path } = new URL(address)
    const note = (status: number | undefined, failure: IntegrationError | undefined, bytes: number) => {
      const ms = Date.now() - at.getTime()
      onCall?.({ at, method: call.method, path, status, failure, ms, rate: undefined, quota: undefined, bytes })
    }
    let response: StreamedResponse
    try {
      response = await streamOutside(address, { ...call, privateHosts })
    } catch (failure) {
      if (!(failure instanceof OutboundRequestBlocked)) throw failure
      const readFailure = unreadableError(name, failure, failure.cause === undefined ? 'blocked' : 'unreachable')
      note(undefined, readFailure, 0)
      throw readFailure
    }
    const { status, headers } = response
    let bytes = 0
    async function* countedPieces(): AsyncGenerator<Buffer> {
      for await (const piece of response.body as AsyncIterable<Buffer>) {
        bytes += piece.length
        yield piece
      }
    }
    const body = pieceByPiece(countedPieces(), () => {
      response.body.destroy()
      const failure = response.body.errored
      const brokenStream =
        failure instanceof OutboundRequestBlocked ? unreadableError(name, failure, 'unreachable') : undefined
      note(status, brokenStream ?? rejectionOf(name, status), bytes)
    })
    return { status, headers, body }
  }
}

function unreadableError(name: string, { message }: Error, fault: VendorFault): IntegrationError {
  return new IntegrationError(`${name} cannot be read: ${message}.`, { fault })
}

function rejectionOf(name: string, status: number): IntegrationError | undefined {
  if (status < 400) return undefined
  const fault = status === 404 ? 'missing' : status === 401 || status === 403 ? 'credentials' : 'failing'
  return new IntegrationError(`${name} responded with status ${status}.`, { fault, status })
}
