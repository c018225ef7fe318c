import { failQuery, QueryError } from './query-error.ts'

/** What one query may use. */
export type Limits = {
  /** Samples read from the store. */
  readonly samples: number
  /** Values computed, those of inner expressions too. */
  readonly operations: number
  readonly milliseconds: number
}

/** Counts what a query uses, and ends it when it has used up a limit. */
export class Budget {
  readonly #limits: Limits
  readonly #ends: number
  #operations = 0
  #samples = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#ends = performance.now() + limits.milliseconds
  }

  read(samples: number): void {
    this.#samples += samples
    if (this.#samples > this.#limits.samples)
      failQuery(`query processing would load too many samples: more than ${this.#limits.samples}`)
  }

  spend(operations: number): void {
    this.#operations += operations
    if (this.#operations > this.#limits.operations)
      failQuery(
        `the query needs more than ${this.#limits.operations} operations; ask for fewer series, steps or shorter ranges`,
      )
    if (performance.now() > this.#ends)
      throw new QueryError('timeout', `the query took longer than ${this.#limits.milliseconds} ms`)
  }
}
