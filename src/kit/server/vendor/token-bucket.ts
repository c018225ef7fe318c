import { setTimeout as sleep } from 'node:timers/promises'

/** Limits calls a second, with a burst of them at once; the others wait in the order of arrival. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #at = performance.now()
  #closedUntil = 0
  #last: Promise<void> = Promise.resolve()

  constructor({ perSecond, burst }: { perSecond: number; burst: number }) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
  }

  /** Waits for its turn. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => this.#turn())
    return this.#last
  }

  /** Blocks all calls for this long: the other side has reported its limit. */
  close(ms: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + ms)
  }

  /** For how long it is still blocked, in milliseconds. */
  closedFor(): number {
    return Math.max(0, this.#closedUntil - performance.now())
  }

  async #turn(): Promise<void> {
    for (;;) {
      const now = performance.now()
      this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond)
      this.#at = now
      const wait = Math.max(this.#closedUntil - now, ((1 - this.#tokens) / this.#perSecond) * 1000)
      if (wait <= 0) break
      await sleep(wait)
    }
    this.#tokens -= 1
  }
}
