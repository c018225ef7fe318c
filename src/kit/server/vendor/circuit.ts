type Settings = {
  /** So many failures in a row, all within `withinMs`, and it opens. */
  readonly failures: number
  readonly withinMs: number
  /** For how long nobody is let through then. */
  readonly restMs: number
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

const usual: Settings = { failures: 5, withinMs: 60_000, restMs: 30_000, now: () => performance.now() }

/**
 * A circuit breaker: an outside system that failed several times in a row is left alone for a while, so that nobody
 * waits for it. Then one call tries it (the circuit is half open), and what becomes of that call decides for all.
 */
export class Circuit {
  readonly #settings: Settings
  #failedAt: number[] = []
  #openUntil: number | undefined
  #probing = false

  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { ...usual, ...settings }
  }

  get isOpen(): boolean {
    return this.#openUntil !== undefined
  }

  /** Asks to be let through: 0 when the call may go (and has to say how it went), else for how many milliseconds it may not. */
  enter(): number {
    if (this.#openUntil === undefined) return 0
    const left = this.#openUntil - this.#settings.now()
    if (left > 0) return left
    if (this.#probing) return this.#settings.restMs
    this.#probing = true
    return 0
  }

  /** A call that was let through was answered. */
  succeeded(): void {
    this.#failedAt = []
    this.#openUntil = undefined
    this.#probing = false
  }

  /** A call that was let through was not. Those that went out before the circuit opened change nothing any more. */
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
