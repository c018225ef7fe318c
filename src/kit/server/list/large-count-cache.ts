import { TOTAL_CAP } from '#kit/contract/hal.ts'

const LASTS_MS = 15_000
const MOST = 1_000
/** A margin above the cap that stays valid for some seconds: as many rows would have to be removed within that time. */
const MARGIN = 1_000

/**
 * Remembers for some seconds which lists have many more rows than totals count, so that not every page of them counts
 * ten thousand rows to show "10,000+". The key of a list is the counted query, including its values.
 */
export class LargeCountCache {
  /** The limit of a count. */
  readonly limit = TOTAL_CAP + MARGIN
  readonly #until = new Map<string, number>()

  /** Whether the list recently had more than the cap. */
  has(list: string): boolean {
    return (this.#until.get(list) ?? 0) > Date.now()
  }

  /** Stores the latest count, up to the limit. */
  keep(list: string, count: number): void {
    if (count < this.limit) return
    if (this.#until.size >= MOST) this.#until.clear()
    this.#until.set(list, Date.now() + LASTS_MS)
  }
}
