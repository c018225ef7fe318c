import type { RejectionReason } from '../../contract.ts'
import { type Labels, type SeriesLabels, seriesLabels } from './series-labels.ts'

/** A series of the request; `id` is known once it is in the database. */
export type SeriesEntry = SeriesLabels & { id?: number }

/** The series of a deployment by the text that a sender writes for them, so that labels are parsed once. */
export type SeriesCache = Map<string, SeriesEntry | RejectionReason>

/** How many samples were rejected, and the series of one of them. */
export type Rejection = { samples: number; readonly example: string }

/** Longer than 40 labels with the longest names and values in any format; it is neither parsed nor remembered. */
const LONGEST_KEY = 500_000
const HOUR_MS = 3_600_000
/** Samples older than this are rejected. */
export const LATEST_MS = 24 * HOUR_MS
/** Samples further ahead than this are rejected: the sender's clock is wrong. */
export const AHEAD_MS = 2 * 60_000

/** The samples of one request that may be stored, and the counts of the others by reason. */
export class SampleBatch {
  readonly series: SeriesEntry[] = []
  readonly times: number[] = []
  readonly values: (number | null)[] = []
  readonly rejections = new Map<RejectionReason, Rejection>()
  received = 0
  readonly #deployment: string
  readonly #cache: SeriesCache
  readonly #now: number

  constructor({ deployment, cache, now }: { deployment: string; cache: SeriesCache; now: number }) {
    this.#deployment = deployment
    this.#cache = cache
    this.#now = now
  }

  /** The series that a sender writes as `key`; `labels` is called when it is new. */
  find(key: string, labels: () => Labels): SeriesEntry | RejectionReason {
    if (key.length > LONGEST_KEY) return 'invalid-labels'
    const cachedLabels = this.#cache.get(key)
    if (cachedLabels !== undefined) return cachedLabels
    const resolvedLabels = seriesLabels(labels(), this.#deployment)
    this.#cache.set(key, resolvedLabels)
    return resolvedLabels
  }

  /** Adds a sample; without a time it is of now. A null value is a stale marker. */
  add(series: SeriesEntry | RejectionReason, { at, value }: { at: number | undefined; value: number | null }): void {
    this.received += 1
    const time = at ?? this.#now
    if (typeof series === 'string') this.reject(series, '')
    else if (!(time >= this.#now - LATEST_MS)) this.reject('too-old', series.text)
    else if (time > this.#now + AHEAD_MS) this.reject('too-far-ahead', series.text)
    else {
      this.series.push(series)
      this.times.push(time)
      this.values.push(value)
    }
  }

  /** Counts a sample that is not stored. */
  reject(reason: RejectionReason, example: string): void {
    const rejection = this.rejections.get(reason)
    if (rejection) rejection.samples += 1
    else this.rejections.set(reason, { samples: 1, example: example.slice(0, 300) })
  }
}
