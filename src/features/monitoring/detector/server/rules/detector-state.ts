/** What the rules know of a segment. Minutes count from 1970. */
export type SegmentState = {
  readonly cluster: string
  /** Bad samples in a row, and the first of them. */
  run: number
  runStart: number | null
  worst: number
  /** Minutes without a sample in a row; the minute of the newest sample. */
  gap: number
  lastGood: number | null
  /** The last good sample before a row that began after a gap: the start of the row is then estimated. */
  goodBeforeRun: number | null
  outage: number | null
  /** The baseline, frozen at the start of the outage or of the maintenance. */
  frozen: number
  held: number | null
  lastDrop: number
  /** Minutes that baselines leave out. */
  left: number[]
}
export type ClusterState = { run: number; runStart: number | null; outage: number | null }

/** An outage that is open. */
export type OpenOutage = {
  readonly number: number
  readonly scope: 'segment' | 'cluster'
  readonly cluster: string
  readonly segments: string[]
  readonly start: number
  readonly detected: number
  /** The last good sample, when the start is estimated. */
  readonly lastGood: number | null
  lastStart: number
  calm: number
  calmStart: number | null
  /** Modems missing in each minute since the start. */
  readonly drops: (number | null)[]
}

/** What the detector keeps of a deployment between minutes. */
export type DetectorState = {
  readonly segments: Record<string, SegmentState>
  readonly clusters: Record<string, ClusterState>
  outages: OpenOutage[]
  nextNumber: number
}

export function newDetectorState(): DetectorState {
  return { segments: {}, clusters: {}, outages: [], nextNumber: 1 }
}

/** The most modems missing at once, and the modem-minutes, up to an end. */
export function figuresOf(
  { drops, start }: OpenOutage,
  end?: number,
): { totalCmsAffected: number; modemMinutes: number } {
  const countedDrops = end === undefined ? drops : drops.slice(0, end - start)
  return {
    totalCmsAffected: Math.round(countedDrops.reduce<number>((most, drop) => Math.max(most, drop ?? 0), 0)),
    modemMinutes: Math.round(countedDrops.reduce<number>((sum, drop) => sum + (drop ?? 0), 0)),
  }
}
