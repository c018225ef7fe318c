import { TOTAL_CAP } from '#kit/contract/hal.ts'

const LASTS_MS = 15_000
const MOST = 1_000
/** So many more than the cap make it certain for a while: as many would have to go within those seconds. */
const MARGIN = 1_000

/**
 * Remembers for some seconds which lists have many more rows than totals count, so that not every page of them counts
 * ten thousand rows to say "10,000+". A list is named by what is counted, its values included.
 */
export class LargeCountCache {
  /** So far a count has to go. */
  readonly limit = TOTAL_CAP + MARGIN
  readonly #until = new Map<string, number>()

  /** Whether the list had more than the cap a moment ago. */
  has(list: string): boolean {
    return (this.#until.get(list) ?? 0) > Date.now()
  }

  /** What was counted just now, up to the limit. */
  keep(list: string, counted: number): void {
    if (counted < this.limit) return
    if (this.#until.size >= MOST) this.#until.clear()
    this.#until.set(list, Date.now() + LASTS_MS)
  }
}
