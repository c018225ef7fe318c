import type { PageCursor } from './page-cursor.ts'

const LASTS_MS = 60_000
const LISTS = 500
const ENDS = 5_000

/**
 * Remembers for a minute where pages ended, so that the next one is read from there and not counted from the beginning:
 * page 1,000 costs what page 1 does. A page without a known end nearby is counted to once. Readers of one list share
 * its ends; who must not miss a row follows the `next` links, which carry their own.
 */
export class PageCursorCache {
  readonly #lists = new Map<string, { readonly until: number; readonly ends: Map<number, PageCursor> }>()

  /**
   * The nearest known end of rows before `row` of a list, and how many rows are before that end; undefined where none
   * is known.
   */
  before(list: string, row: number): (PageCursor & { readonly rows: number }) | undefined {
    const ends = this.#endsOf(list)
    let nearest = 0
    if (ends?.has(row)) nearest = row
    else for (const rows of ends?.keys() ?? []) if (rows <= row && rows > nearest) nearest = rows
    const end = ends?.get(nearest)
    return end && { ...end, rows: nearest }
  }

  /** Stores where this many rows of the list end. */
  keep(list: string, rows: number, end: PageCursor): void {
    const ends = this.#endsOf(list) ?? this.#open(list)
    if (ends.size < ENDS) ends.set(rows, end)
  }

  #endsOf(list: string): Map<number, PageCursor> | undefined {
    const ends = this.#lists.get(list)
    if (ends && ends.until < Date.now()) this.#lists.delete(list)
    else return ends?.ends
  }

  #open(list: string): Map<number, PageCursor> {
    const [oldest] = this.#lists.keys()
    if (this.#lists.size >= LISTS && oldest !== undefined) this.#lists.delete(oldest)
    const ends = new Map<number, PageCursor>()
    this.#lists.set(list, { until: Date.now() + LASTS_MS, ends })
    return ends
  }
}
