type Settings = {
  /** It opens after this many failures in a row, all within `withinMs`. */
  readonly failures: number
  readonly withinMs: number
  /** For this long no call goes through then. */
  readonly restMs: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

const usualSettings: Settings = { failures: 5, withinMs: 60_000, restMs: 30_000, now: () => performance.now() }

/**
 * A circuit breaker: an outside system that failed several times in a row gets no calls for a while, so that no caller
 * waits for it. Then one call tries it (the circuit is half open), and its result decides for all.
 */
export class Circuit {
  readonly #settings: Settings
  #failedAt: number[] = []
  #openUntil: number | undefined
  #probing = false

  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { ...usualSettings, ...settings }
  }

  get isOpen(): boolean {
    return this.#openUntil !== undefined
  }

  /** Requests permission: 0 when the call may go (and has to report its result), else the milliseconds until it may. */
  acquire(): number {
    if (this.#openUntil === undefined) return 0
    const msLeft = this.#openUntil - this.#settings.now()
    if (msLeft > 0) return msLeft
    if (this.#probing) return this.#settings.restMs
    this.#probing = true
    return 0
  }

  /** A permitted call got a response. */
  succeeded(): void {
    this.#failedAt = []
    this.#openUntil = undefined
    this.#probing = false
  }

  /** A permitted call got no response. Calls sent before the circuit opened change nothing any more. */
  failed(): void {
    const { failures, withinMs, restMs, now } = this.#settings
    if (this.#openUntil !== undefined && !this.#probing) return
    this.#failedAt = [...this.#failedAt, now()].filter((at) => at > now() - withinMs)
    if (!this.#probing && this.#failedAt.length < failures) return
    this.#openUntil = now() + restMs
    this.#probing = false
    this.#failedAt = []
  }
}
