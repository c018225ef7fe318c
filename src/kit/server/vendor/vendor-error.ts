/**
 * What went wrong between the portal and an outside system. `timeout`, `unreachable`, `busy` (429), `failing` (5xx, 408),
 * `garbled` (an answer that cannot be read) and `resting` (not even asked, because it failed too often) may pass by themselves, `credentials` (401, 403) when somebody mends the
 * settings; `missing` (404) and `refused` (any other 4xx) stay as they are, however often one asks.
 */
export type VendorFault =
  | 'timeout'
  | 'unreachable'
  | 'busy'
  | 'failing'
  | 'garbled'
  | 'resting'
  | 'credentials'
  | 'missing'
  | 'refused'

/** An outside system that did not do what it was asked for; the message is for people and holds no secret. */
export class IntegrationError extends Error {
  readonly fault: VendorFault
  /** The vendor's own code of the failure, where it gave one. */
  readonly code: string | undefined
  /** For how long the vendor is to be left alone, in milliseconds, where that is known. */
  readonly waitMs: number | undefined

  constructor(
    message: string,
    details: { fault: VendorFault; code?: string | undefined; waitMs?: number | undefined },
  ) {
    super(message)
    this.fault = details.fault
    this.code = details.code
    this.waitMs = details.waitMs
  }

  /** Whether the same request can succeed later without being changed. */
  get mayPass(): boolean {
    return this.fault !== 'missing' && this.fault !== 'refused'
  }
}
