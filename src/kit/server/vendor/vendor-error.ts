/**
 * An error between the portal and an outside system. `timeout`, `unreachable`, `busy` (429), `failing` (5xx, 408),
 * `garbled` (an unreadable response), `shape` (a response in another form than the connector reads) and `resting` (not called, because it failed too often) may pass without action,
 * `credentials` (401, 403) and `blocked` (an address that may not be called) when the settings are fixed; `missing` (404) and `rejected` (any other 4xx) do not change,
 * however often the call is repeated.
 */
export type VendorFault =
  | 'timeout'
  | 'unreachable'
  | 'busy'
  | 'failing'
  | 'garbled'
  | 'shape'
  | 'resting'
  | 'credentials'
  | 'blocked'
  | 'missing'
  | 'rejected'

/** An outside system that did not do what was requested; the message is for users and contains no secret. */
export class IntegrationError extends Error {
  readonly fault: VendorFault
  /** The vendor's own error code, if it sent one. */
  readonly code: string | undefined
  /** For how long the vendor is not to be called, in milliseconds, where that is known. */
  readonly waitMs: number | undefined
  /** The status of the vendor's response, if there was one. */
  readonly status: number | undefined

  constructor(
    message: string,
    details: {
      fault: VendorFault
      code?: string | undefined
      waitMs?: number | undefined
      status?: number | undefined
    },
  ) {
    super(message)
    this.fault = details.fault
    this.code = details.code
    this.waitMs = details.waitMs
    this.status = details.status
  }

  /** Whether the same request can succeed later without being changed. */
  get mayPass(): boolean {
    return this.fault !== 'missing' && this.fault !== 'rejected'
  }
}
