/**
 * Samples of one series in order of time. Times are milliseconds since 1970. A stale marker has the value NaN and a 1
 * in `stale`, which is null where there is none.
 */
export type Samples = {
  readonly times: Float64Array
  readonly values: Float64Array
  readonly stale: Uint8Array | null
}

/** The labels of a series; the name of the metric is `__name__`. A label without a value is absent. */
export type LabelSet = Readonly<Record<string, string>>

/** A series as it is stored. */
export type StoredSeries = { readonly labels: LabelSet; readonly samples: Samples }

/** A condition on one label; both kinds of pattern match the whole value. */
export type Matcher = {
  readonly label: string
  readonly op: '=' | '!=' | '=~' | '!~'
  readonly value: string
  readonly matches: (value: string) => boolean
}

/** Where queries read their samples: all series that match, sorted by their labels, with samples in [from, to]. */
export type SeriesSource = {
  series(matchers: readonly Matcher[], range: { readonly from: number; readonly to: number }): Promise<StoredSeries[]>
}
