import { metricSource } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type HeatMapRow, insightProblems } from '../../contract.ts'
import { type CatalogueInsight, insightNamed } from '../catalogue/catalogue.ts'
import { readInBlocks } from './heat-blocks.ts'
import { insightScope } from './insight-scope.ts'
import { type Granularity, granularityRanges, rangeOf } from './query-range.ts'
import { inTurn, runQuery } from './run-query.ts'
import { thinnedSource } from './thinned-source.ts'

/** Rows above which segments are grouped by their core. */
const MOST_ROWS = 200
const USUAL_COLUMNS = { '5m': 36, '1h': 24, '1d': 30 } as const

const innerSteps = { '1m': 60_000, '5m': 300_000, '1h': 3_600_000 } as const

export type HeatMapQuery = {
  readonly account: string
  readonly granularity?: Granularity | undefined
  readonly insight?: string | undefined
  readonly deployment?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cluster?: string | undefined
  readonly ccap?: string | undefined
  readonly segments?: readonly string[] | undefined
}
/** Made once: `localeCompare` with options makes a collator for each comparison. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true })

type Level = 'cluster' | 'segment' | { readonly segment: string }

/** The rows of a heat map at a level: clusters, their segments, or the MAC domains of one segment. */
export async function readHeat(
  db: Database,
  session: Session,
  { query, level }: { query: HeatMapQuery; level: Level },
): Promise<HeatMapRow[]> {
  const insight = insightNamed(query.insight ?? 'offline-heatmap')
  if (insight.view !== 'heatmap') throwProblem(insightProblems['insight-not-found'], { name: insight.name })
  const granularity = query.granularity ?? '1h'
  const { step, inner } = granularityRanges[granularity]
  const range = rangeOf(granularity, query, (USUAL_COLUMNS[granularity] - 1) * step)
  const scope = await insightScope(db, session, query)
  const segmentLabel = insight.groupBy.at(-1)!
  const labels = level === 'cluster' ? ['cluster'] : level === 'segment' ? ['cluster', 'ccap', segmentLabel] : []
  const by = labels.length > 0 ? labels : ['cluster', 'ccap', 'rpd', 'md']
  const rows = await inTurn(async () => {
    const all: HeatMapRow[] = []
    for (const { id, name, since } of scope.deployments) {
      // The queries of heat maps have no ranges: the test of the catalogue checks it.
      const source = thinnedSource(metricSource(db, { deployments: [id], since: 0 }), innerSteps[inner])
      const worst = worstInStep(insight, granularity, by)
      const keptRange = keptOf(range, since)
      const heatSeries = await readInBlocks(db, { deployment: id, query: worst, ...keptRange }, (steps) =>
        runQuery(worst, { deployment: name, source, ...steps }),
      )
      const before = Array.from({ length: (keptRange.from - range.from) / step }, () => null)
      for (const { labels: own, values } of heatSeries)
        all.push({
          name: by.at(-1)! in own ? own[by.at(-1)!]! : name,
          labels: own,
          deployment: name,
          from: range.from - step,
          step,
          values: [...before, ...values],
        })
    }
    return all
  })
  const wantedRows = rows.filter((row) => isWanted(row, query, level))
  const several = scope.deployments.length > 1 && level === 'cluster'
  const namedRows = several
    ? wantedRows.map((row) => ({ ...row, name: `${row.deployment} · ${row.name}` }))
    : wantedRows
  if (level === 'segment' && !query.ccap && namedRows.length > MOST_ROWS) return byCore(namedRows, insight)
  return namedRows.sort((a, b) => compareNames(a.deployment, b.deployment) || compareNames(a.name, b.name))
}

/** The steps whose samples the account's plan keeps: all after the step in which its retention begins. */
function keptOf(range: ReturnType<typeof rangeOf>, since: number): ReturnType<typeof rangeOf> {
  const first = Math.ceil(since / range.step) * range.step + range.step
  return { ...range, from: Math.min(range.to + range.step, Math.max(range.from, since === 0 ? 0 : first)) }
}

/** The query with other labels, and of each step its worst value. */
function worstInStep({ query, threshold }: CatalogueInsight, granularity: Granularity, by: readonly string[]): string {
  const { text, inner } = granularityRanges[granularity]
  const groupedQuery = query.replaceAll(/by \([a-z_, ]{1,100}\)/g, `by (${by.join(', ')})`)
  return `${threshold?.sense === 'below' ? 'min' : 'max'}_over_time((${groupedQuery})[${text}:${inner}])`
}

function isWanted({ labels }: HeatMapRow, { cluster, ccap, segments }: HeatMapQuery, level: Level): boolean {
  if (cluster !== undefined && labels.cluster !== cluster) return false
  if (ccap !== undefined && labels.ccap !== ccap) return false
  if (typeof level === 'object') return labels.rpd === level.segment || labels.md === level.segment
  return !segments?.length || segments.includes(labels.rpd ?? '') || segments.includes(labels.md ?? '')
}

/** One row per core: the worst of its segments. */
function byCore(rows: readonly HeatMapRow[], { threshold }: CatalogueInsight): HeatMapRow[] {
  const worse = threshold?.sense === 'below' ? Math.min : Math.max
  const cores = new Map<string, HeatMapRow>()
  for (const row of rows) {
    const { cluster = '', ccap = '' } = row.labels
    const key = `${row.deployment} ${cluster} ${ccap}`
    const core = cores.get(key)
    const values = core
      ? row.values.map((value, step) => pick(value, core.values[step] ?? null, worse))
      : [...row.values]
    cores.set(key, { ...row, name: ccap, labels: { cluster, ccap }, values })
  }
  return [...cores.values()].sort((a, b) => compareNames(a.name, b.name))
}

function pick(a: number | null, b: number | null, worse: (...values: number[]) => number): number | null {
  if (a === null || b === null) return a ?? b
  return worse(a, b)
}
