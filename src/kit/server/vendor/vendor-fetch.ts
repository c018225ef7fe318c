import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { OutboundRequestBlocked, OutboundTooLong } from '../outbound.ts'
import { type OutboundInit, outboundFetch } from '../outbound-fetch.ts'
import { type Gate, localGate, type Rate } from './gate.ts'
import { type ResponseShape, wrongShape } from './response-shape.ts'
import { IntegrationError, type VendorFault } from './vendor-error.ts'
import { vendorCalls, vendorOpen, vendorSeconds } from './vendor-metrics.ts'
import { parseVendorResponse, type Quota, quotaOf, rateReset, type VendorErrorDetail } from './vendor-response.ts'

/** One call as it is shown to operators: without the query, headers and body, which may name users or hold a secret. */
export type VendorCall = {
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly status: number | undefined
  /** Undefined for a good response. */
  readonly failure: IntegrationError | undefined
  readonly ms: number
  /** The portal's own limit for this system; undefined where none applies. */
  readonly rate: Rate | undefined
  /** What the system says is left of its quota; most say it with each response. */
  readonly quota: Quota | undefined
  /** What a streamed call received; undefined for any other. */
  readonly bytes?: number
}

/** Sends one request to an outside system. */
export type Send = (address: string, init: OutboundInit) => Promise<Response>

/** An outside system with one of its credentials: limits apply to all calls that share this. */
export type Vendor = {
  /** The name that users know: the beginning of every message about it. */
  readonly name: string
  /** Adds the credential to the headers of a request; called again for each attempt. */
  authorize(headers: Headers): Promise<void> | void
  /** What the vendor's error body means. */
  explain(body: unknown): VendorErrorDetail
  readonly rate: Rate
  /** Hosts that may be at a private address. */
  readonly privateHosts: readonly string[]
  readonly timeoutMs?: number
  /** Good responses may be plain text, as the console output of a build; otherwise they are JSON. */
  readonly takesText?: boolean
  /** What is read of its responses; one in another form is an error that names the field. */
  readonly shapes?: readonly ResponseShape[]
  /** Attempts at most, where repeating does no harm; 3 by default. */
  readonly tries?: number
  /** Limit and circuit; by default of this process, open after five failures in a row within a minute. */
  readonly gate?: Gate
  /** Called when the circuit opens and when it closes again. */
  onCircuit?(isOpen: boolean): void
  /** Called after each call. */
  onCall?(call: VendorCall): void
  /** Called with the JSON of each good response; long ones are left out. */
  onResponse?(call: Pick<VendorCall, 'method' | 'path'>, body: unknown): void
  /** Sends instead of the network, or before it: simulated faults. */
  readonly through?: ((send: Send, limits: { readonly timeoutMs: number }) => Send) | undefined
  readonly log: Logger
}

const TRIES = 3
const TIMEOUT_MS = 15_000
const LARGEST = 16 * 1024 * 1024
/** The longest body that `onResponse` gets. */
const LONGEST_BODY = 256 * 1024
/** A longer wait than this returns the call to its caller, which knows what else there is to do. */
const LONGEST_WAIT_MS = 5_000
const FIRST_WAIT_MS = 200
/** Errors that indicate a system that is down; any other response shows that it is available. */
const down: ReadonlySet<VendorFault> = new Set(['timeout', 'unreachable', 'failing', 'garbled'])

/**
 * A `fetch` for one outside system: in turn, with a time limit, three attempts where repeating does no harm, and every
 * failure an `IntegrationError`. So a returned response is always a good one. While the circuit is open nothing is
 * sent, and callers get the error at once.
 */
export function integrationFetch(vendor: Vendor): (request: Request) => Promise<Response> {
  const gate = vendor.gate ?? localGate(vendor.rate)
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const heldCall = await gate.acquire(LONGEST_WAIT_MS)
      if (heldCall)
        throw heldCall.reason === 'limit' ? tooOften(vendor.name, heldCall.ms) : leftAlone(vendor.name, heldCall.ms)
      const outcome = await tryOnce(vendor, request.clone(), gate)
      const isOpen = await reportTo(gate, vendor, outcome)
      if (outcome instanceof Response) return outcome
      const wait = outcome.waitMs ?? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random())
      if (
        attempt === (vendor.tries ?? TRIES) ||
        isOpen ||
        !isRepeatable(request.method, outcome) ||
        wait > LONGEST_WAIT_MS
      )
        throw outcome
      await sleep(wait)
    }
  }
}

async function tryOnce(vendor: Vendor, request: Request, gate: Gate): Promise<Response | IntegrationError> {
  const { name, log, timeoutMs = TIMEOUT_MS, privateHosts } = vendor
  const began = performance.now()
  let outcome: Response | IntegrationError
  let quota: Quota | undefined
  try {
    await vendor.authorize(request.headers)
    const direct: Send = outboundFetch(privateHosts, { timeoutMs, largest: LARGEST })
    const send = vendor.through?.(direct, { timeoutMs }) ?? direct
    const { method, headers } = request
    const response = await send(request.url, {
      method,
      headers,
      body: request.body && new Uint8Array(await request.arrayBuffer()),
    })
    quota = quotaOf(response.headers)
    if (response.headers.get('x-rate-limit-remaining') === '0') await gate.close(rateReset(response.headers) ?? 0)
    outcome = await parseVendorResponse(vendor, response, request.headers.get('authorization'))
    if (outcome instanceof IntegrationError && outcome.fault === 'busy' && outcome.waitMs)
      await gate.close(outcome.waitMs)
  } catch (failure) {
    outcome = failure instanceof IntegrationError ? failure : unansweredError(name, failure, timeoutMs)
  }
  const { method } = request
  const path = new URL(request.url).pathname
  if (outcome instanceof Response) outcome = await read(vendor, { method, path }, outcome)
  const ms = Math.round(performance.now() - began)
  const failure = outcome instanceof IntegrationError ? outcome : undefined
  const result = failure?.fault ?? 'ok'
  vendorCalls.inc({ system: name, result })
  vendorSeconds.observe({ system: name }, ms / 1000)
  vendor.onCall?.({ at: new Date(), method, path, status: outcome.status, failure, ms, rate: vendor.rate, quota })
  const call = { system: name, method, path, result, ms }
  if (result === 'ok') log.debug(call, 'called an outside system')
  else log.warn(call, 'an external system rejected a request')
  return outcome
}

/** Passes the JSON of a good response on, and compares it with what is read of it. */
async function read(
  { name, onResponse, shapes = [] }: Vendor,
  call: { readonly method: string; readonly path: string },
  response: Response,
): Promise<Response | IntegrationError> {
  if ((!onResponse && shapes.length === 0) || !/json/.test(response.headers.get('content-type') ?? '')) return response
  const text = await response.clone().text()
  if (text === '') return response
  const body: unknown = JSON.parse(text)
  if (text.length <= LONGEST_BODY) onResponse?.(call, body)
  return wrongShape(shapes, { name, ...call, status: response.status }, body) ?? response
}

/** Returns whether the circuit is open now. */
async function reportTo(
  gate: Gate,
  { name, log, onCircuit }: Vendor,
  outcome: Response | IntegrationError,
): Promise<boolean> {
  const { isOpen, wasOpen } = await gate.report(outcome instanceof IntegrationError && down.has(outcome.fault))
  if (isOpen === wasOpen) return isOpen
  vendorOpen.set({ system: name }, isOpen ? 1 : 0)
  log.warn(
    { system: name },
    isOpen ? 'the circuit of an external system is open' : 'the circuit of an external system is closed',
  )
  onCircuit?.(isOpen)
  return isOpen
}

function leftAlone(name: string, waitMs: number): IntegrationError {
  return new IntegrationError(`${name} does not respond. Requests to it are paused for a moment.`, {
    fault: 'resting',
    waitMs,
  })
}

function tooOften(name: string, waitMs: number): IntegrationError {
  return new IntegrationError(`${name} is asked too often just now.`, { fault: 'busy', waitMs })
}

function unansweredError(name: string, failure: unknown, timeoutMs: number): IntegrationError {
  // Without a cause nothing was sent: the call itself is rejected.
  if (failure instanceof OutboundRequestBlocked && !failure.cause) {
    const fault = failure instanceof OutboundTooLong ? 'rejected' : 'blocked'
    return new IntegrationError(`${name} cannot be called: ${failure.message}.`, { fault })
  }
  const { cause } = failure as { cause?: unknown }
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new IntegrationError(`${name} did not respond within ${timeoutMs / 1000} seconds.`, { fault: 'timeout' })
  return new IntegrationError(`${name} cannot be reached.`, { fault: 'unreachable' })
}

/**
 * A POST may have been carried out although no response arrived, so it is repeated only where the vendor reported that
 * it was not.
 */
function isRepeatable(method: string, { fault, waitMs }: IntegrationError): boolean {
  if (fault === 'busy') return true
  if (method === 'POST' || method === 'PATCH') return fault === 'failing' && waitMs !== undefined
  return !['credentials', 'blocked', 'missing', 'rejected', 'shape'].includes(fault)
}
