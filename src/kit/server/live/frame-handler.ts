import { randomUUID } from 'node:crypto'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { Client } from './client.ts'
import { type Frame, FrameError, type Version, versions } from './frame.ts'
import { receipt } from './receipt.ts'
import { receiveSend } from './receive-send.ts'
import { StompError } from './stomp-errors.ts'
import { subscribe, unsubscribe } from './subscribe.ts'

/** Both ways, in ms; named in CONNECTED. */
const HEARTBEAT_MS = 10_000

/** Executes a frame. Throws, or rejects, when the response is an ERROR. */
export function handleFrame(client: Client, frame: Frame): Promise<void> | undefined {
  if (frame.command === 'CONNECT' || frame.command === 'STOMP') return connect(client, frame)
  if (client.state === 'new') throw new StompError('not-connected')
  switch (frame.command) {
    case 'SUBSCRIBE':
      return subscribe(client, frame)
    case 'SEND':
      return receiveSend(client, frame).then(() => receipt(client, frame))
    case 'UNSUBSCRIBE':
      unsubscribe(client, frame)
      return receipt(client, frame)
    case 'ACK':
    case 'NACK':
      checkAcknowledgement(client, frame)
      return receipt(client, frame)
    case 'DISCONNECT':
      receipt(client, frame)
      client.end()
      return undefined
    case 'BEGIN':
    case 'COMMIT':
    case 'ABORT':
      throw new StompError('transactions-unsupported')
    default:
      throw new StompError('command-unknown')
  }
}

/** Sends an ERROR frame and closes, as STOMP demands. An internal failure is logged and sent without details. */
export function sendErrorFrame(client: Client, frame: Frame | null, failure: unknown): void {
  const isKnown = failure instanceof StompError || failure instanceof FrameError || failure instanceof HttpProblem
  if (!isKnown) client.node.log(failure)
  const problem = isKnown ? failure : new StompError('internal-error')
  const code = problem instanceof HttpProblem ? problem.problem.code : problem.code
  const headers: [string, string][] = [
    ['message', problem.message],
    ['code', code],
    ['content-type', 'text/plain'],
  ]
  const bad = failure instanceof FrameError ? null : frame
  const destination = bad?.headers.get('destination')
  const receiptId = bad?.headers.get('receipt')
  if (destination !== undefined) headers.push(['destination', destination])
  if (receiptId !== undefined) headers.push(['receipt-id', receiptId])
  if (code === 'version-unsupported') headers.push(['version', versions.join(',')])
  client.send('ERROR', headers, problem.message)
  client.end(isKnown ? 1008 : 1011, code)
}

function connect(client: Client, { headers }: Frame): undefined {
  if (client.state !== 'new') throw new StompError('already-connected')
  const version = agree(client.protocol, headers.get('accept-version'))
  if (version === undefined) throw new StompError('version-unsupported')
  const [sends = 0, wants = 0] = (headers.get('heart-beat') ?? '0,0').split(',').map(Number)
  if (!(sends >= 0 && wants >= 0))
    throw new StompError('header-invalid', 'The header heart-beat is two numbers of milliseconds.')
  client.open(version, { sends: sends > 0 && sends <= HEARTBEAT_MS, wants: wants > 0 })
  client.send('CONNECTED', [
    ['version', version],
    ['heart-beat', `${HEARTBEAT_MS},${HEARTBEAT_MS}`],
    ['server', 'Headend'],
    ['session', randomUUID()],
  ])
}

/** The best version that both support. Without `accept-version` it is the subprotocol's, and without that 1.0. */
function agree(protocol: string, acceptedVersions: string | undefined): Version | undefined {
  if (acceptedVersions !== undefined) {
    const offeredVersions = acceptedVersions.split(',').map((version) => version.trim())
    return versions.find((version) => offeredVersions.includes(version))
  }
  return versions.find((version) => protocol === `v${version.replace('.', '')}.stomp`) ?? '1.0'
}

/** Nothing is ever delivered again, so an ACK or NACK is only checked against the rules of its version. */
function checkAcknowledgement({ version }: Client, { headers }: Frame): void {
  const neededHeaders = { '1.2': ['id'], '1.1': ['message-id', 'subscription'], '1.0': ['message-id'] }[version]
  for (const name of neededHeaders) {
    if (!headers.has(name)) throw new StompError('header-missing', `The header ${name} is missing.`)
  }
}
