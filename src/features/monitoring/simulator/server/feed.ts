import { sql } from 'kysely'
import { writePastFigures } from '#features/monitoring/analytics/server/index.ts'
import {
  ingestSamples,
  SampleBatch,
  type SeriesCache,
  WINDOW_MS,
  writeHistory,
} from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { DemoDeployment, Segment } from './demo-network.ts'
import { seriesOf, stateAt } from './deployment-series.ts'
import { type Fault, faultsOfDay } from './faults.ts'
import { PastFigures } from './past-figures.ts'
import type { SimulatedSeries } from './series.ts'

const MINUTE_MS = 60_000
const DAY = 1440
/** Minutes that are fed after a pause of the portal; a longer pause stays a gap until its window is filled. */
const CATCH_UP = 10
const HISTORY_MS = 7 * DAY * MINUTE_MS
/** Minutes between the samples of history that is older than a day. */
const OLD_STEP = 2

type FedDeployment = DemoDeployment & {
  readonly series: readonly SimulatedSeries[]
  readonly cache: SeriesCache
  readonly siblings: readonly DemoDeployment[]
}

/** Feeds the deployments of the demo world with the samples of every minute, and fills the days before, window by window. */
export class Simulator {
  readonly #db: Database
  readonly #fed: readonly FedDeployment[]
  readonly #since: number
  readonly #faults = new Map<FedDeployment, { readonly today: number; readonly faults: readonly Fault[] }>()
  #first: number | undefined
  #next: number | undefined

  constructor(db: Database, { deployments, since }: { deployments: readonly DemoDeployment[]; since: number }) {
    this.#db = db
    this.#since = since
    this.#fed = deployments.map((one) => ({
      ...one,
      series: seriesOf(one),
      cache: new Map(),
      siblings: deployments.filter(({ account }) => account === one.account),
    }))
  }

  /** Whether it has stored samples; before that no series is known. */
  get isFed(): boolean {
    return this.#next !== undefined
  }

  /** Stores the samples up to now. */
  async feed(now: number): Promise<void> {
    const minute = Math.floor(now / MINUTE_MS)
    const from = Math.max(this.#next ?? minute, minute - CATCH_UP)
    for (const deployment of this.#fed) {
      const batch = new SampleBatch({ deployment: deployment.name, cache: deployment.cache, now })
      for (let at = from; at <= minute; at += 1)
        this.#each(deployment, at, ({ key, labels }, value) =>
          batch.add(
            batch.find(key, () => labels),
            { at: at * MINUTE_MS, value },
          ),
        )
      await ingestSamples(this.#db, { target: deployment, batch, now })
    }
    this.#first ??= from
    this.#next = minute + 1
  }

  /**
   * Fills the newest window of the last seven days that is not filled yet, first the one before the first sample that
   * was fed. Returns what is left: nothing, windows of the last day, or older ones.
   */
  async fillHistory(now: number): Promise<'nothing' | 'recent' | 'old'> {
    const first = (this.#first ?? Math.floor(now / MINUTE_MS)) * MINUTE_MS
    const { rows } = await sql<{ oldest: number | null }>`select min(starts_ms) as oldest from metric_chunks`.execute(
      this.#db,
    )
    const oldest = rows[0]!.oldest ?? Math.floor((first - MINUTE_MS) / WINDOW_MS) * WINDOW_MS + WINDOW_MS
    const from = oldest - WINDOW_MS
    if (from < now - HISTORY_MS) return 'nothing'
    const dayAgo = now - DAY * MINUTE_MS
    const step = from + WINDOW_MS > dayAgo ? 1 : OLD_STEP
    for (const deployment of this.#fed)
      await this.#fillWindow(deployment, { from, to: Math.min(from + WINDOW_MS, first), step })
    return from > dayAgo ? 'recent' : 'old'
  }

  async #fillWindow(
    deployment: FedDeployment,
    { from, to, step }: { from: number; to: number; step: number },
  ): Promise<void> {
    const columns = new Map<number, { times: number[]; values: number[] }>()
    const figures = new PastFigures(deployment.id)
    for (let at = from; at < to; at += step * MINUTE_MS)
      this.#each(deployment, at / MINUTE_MS, ({ key, labels }, value) => {
        figures.add(at, labels, value)
        const entry = deployment.cache.get(key)
        if (typeof entry !== 'object' || entry.id === undefined) return
        const column = columns.get(entry.id) ?? { times: [], values: [] }
        column.times.push(at)
        column.values.push(value)
        columns.set(entry.id, column)
      })
    await writeHistory(this.#db, from, columns)
    await writePastFigures(this.#db, figures.rows())
  }

  /** The faults of a deployment in the month up to a day: counters have grown with each of them. */
  #faultsUntil(deployment: FedDeployment, today: number): readonly Fault[] {
    const cachedFaults = this.#faults.get(deployment)
    if (cachedFaults?.today === today) return cachedFaults.faults
    const faults = Array.from({ length: 31 }, (_, back) =>
      faultsOfDay(deployment.siblings, { day: today - back, since: this.#since }),
    )
      .flat()
      .filter((fault) => fault.deployment === deployment.name)
    this.#faults.set(deployment, { today, faults })
    return faults
  }

  #each(deployment: FedDeployment, minute: number, take: (series: SimulatedSeries, value: number) => void): void {
    const faults = this.#faultsUntil(deployment, Math.floor(minute / DAY))
    const states = new Map<Segment, ReturnType<typeof stateAt>>()
    for (const one of deployment.series) {
      if (minute % one.every !== 0) continue
      if (!states.has(one.segment)) states.set(one.segment, stateAt(deployment, one.segment, { minute, faults }))
      const state = states.get(one.segment)
      if (state) take(one, one.value(state))
    }
  }
}
