import { type LabelSet, labelKey } from '#features/monitoring/promql/server/index.ts'
import type { ResultSeries } from './run-query.ts'

type Row = { readonly labels: LabelSet; readonly values: (number | null)[] }

/** Blocks of steps as rows of a whole range. */
export class JoinedRows {
  readonly #count: number
  readonly #rows = new Map<string, Row>()
  /** By the text of the labels: blocks in a row have the same series, whose labels are read once. */
  readonly #known = new Map<string, readonly Row[]>()

  constructor(count: number) {
    this.#count = count
  }

  /** Adds a block whose first step is at a place of the range, which may be before its start. */
  add({ labels, values }: { labels: string; values: Float64Array }, place: number): void {
    const rows = this.#rowsOf(labels)
    const steps = values.length / rows.length
    const [from, to] = [Math.max(0, -place), Math.min(steps, this.#count - place)]
    for (const [index, row] of rows.entries())
      for (let step = from; step < to; step += 1) {
        const value = values[index * steps + step]!
        if (!Number.isNaN(value)) row.values[place + step] = value
      }
  }

  /** The rows that have a value. */
  withValues(): ResultSeries[] {
    return [...this.#rows.values()].filter(({ values }) => values.some((value) => value !== null))
  }

  #rowsOf(text: string): readonly Row[] {
    const cachedRows = this.#known.get(text)
    if (cachedRows) return cachedRows
    const rows = (JSON.parse(text) as LabelSet[]).map((labels) => {
      const key = labelKey(labels)
      const row = this.#rows.get(key) ?? {
        labels,
        values: Array.from({ length: this.#count }, (): number | null => null),
      }
      this.#rows.set(key, row)
      return row
    })
    this.#known.set(text, rows)
    return rows
  }
}
