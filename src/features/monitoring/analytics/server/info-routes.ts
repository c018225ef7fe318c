import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { type QueryScope, queryScope } from '#features/monitoring/metrics/server/index.ts'
import type { LabelSet } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { type DeploymentInfo, readClustersGraph, readExtendedInfo } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { requireAccount } from './config-routes.ts'
import { findDeployments } from './deployment-store.ts'
import { readInstant, readQuery } from './read-query.ts'

const online = 'cable_modems{state=~"online|partial"}'
/** Modems online of each cluster; ONUs on a PON. */
export const onlineByCluster = `sum by (deployment, cluster) (${online}) or sum by (deployment, cluster) (pon_onus{state="online"})`
const knownByCluster =
  'sum by (deployment, cluster) (cable_modems{state!="denied"}) or sum by (deployment, cluster) (pon_onus)'
const MINUTE_MS = 60_000
const WEEK_MS = 7 * 86_400_000
const POINTS = 300
const MOST_POINTS = 2_000
const HOUR_MS = 3_600_000

type LabelledValues = readonly { readonly labels: LabelSet; readonly value: number }[]

/** Serves the deployments of an account in figures, and their modems online over time. */
export function serveInfo(portal: AppContext): void {
  const { db } = portal

  serve(portal, readExtendedInfo, async ({ session, query: { account } }) => {
    await requireAccount(db, session, { name: account, permission: readAnalytics })
    const at = Date.now()
    const figures = await figuresAt(db, await queryScope(db, session, account), at)
    const deployments = await findDeployments(db, session, account)
    const infos = deployments.map(({ id, name }): DeploymentInfo => ({ id, name, ...figuresOf(figures, name) }))
    return { account, readAt: new Date(at).toISOString(), deployments: infos }
  })

  serve(portal, readClustersGraph, async ({ session, query }) => {
    const { account, deployment } = query
    const { timeZone: zone } = await requireAccount(db, session, { name: account, permission: readAnalytics })
    const period = periodOf(query, Date.now())
    const series = await readQuery(db, await queryScope(db, session, account), { ...period, query: onlineByCluster })
    const graph = series
      .filter(({ labels }) => deployment === undefined || labels.deployment === deployment)
      .map(({ labels, values }) => ({
        deployment: labels.deployment ?? '',
        cluster: labels.cluster ?? '',
        points: [...values],
      }))
    const count = Math.floor((period.to - period.from) / period.step) + 1
    const total = Array.from({ length: count }, (_, step) => sumOf(graph.map(({ points }) => points[step] ?? null)))
    const [from, to] = [new Date(period.from).toISOString(), new Date(period.to).toISOString()]
    return { from, to, step: period.step / 1000, zone, total, graph }
  })
}

/** The period of a graph: whole steps, by default the last seven days. Older samples are one per hour. */
function periodOf(
  { from, to, step }: { from?: string | undefined; to?: string | undefined; step?: number | undefined },
  now: number,
) {
  const end = to === undefined ? now : Date.parse(to)
  const start = from === undefined ? end - WEEK_MS : Date.parse(from)
  if (start >= end) throwFieldProblem('from', serverTexts.periodOrder)
  const unit = end - start > 2 * WEEK_MS || start < now - 2 * WEEK_MS + HOUR_MS ? HOUR_MS : MINUTE_MS
  const least = Math.ceil((end - start) / (step === undefined ? POINTS : MOST_POINTS) / unit) * unit
  const own = Math.max(least, Math.ceil(((step ?? 0) * 1000) / unit) * unit)
  return { from: Math.ceil(start / own) * own, to: Math.floor(end / own) * own, step: own }
}

/** The sum; null where every value is missing. */
function sumOf(values: readonly (number | null)[]): number | null {
  const there = values.filter((value) => value !== null)
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0)
}

async function figuresAt(db: Database, scope: QueryScope, at: number) {
  const read = (query: string): Promise<LabelledValues> => readInstant(db, scope, { query, at })
  return {
    online: await read(onlineByCluster),
    known: await read(knownByCluster),
    ccaps: await read('count by (deployment, cluster) (count by (deployment, cluster, ccap) (cable_modems))'),
    rpds: await read('count by (deployment, cluster) (count by (deployment, cluster, ccap, rpd) (cable_modems))'),
    macDomains: await read('count by (deployment, cluster) (count by (deployment, cluster, ccap, md) (cable_modems))'),
    states: await read('sum by (deployment, state) (cable_modems)'),
    versions: await read('sum by (deployment, docsis_version) (cable_modems)'),
    onus: await read('sum by (deployment, state) (pon_onus)'),
  }
}

function figuresOf(figures: Awaited<ReturnType<typeof figuresAt>>, name: string): Omit<DeploymentInfo, 'id' | 'name'> {
  const own = (values: LabelledValues) => values.filter(({ labels }) => labels.deployment === name)
  const by = (values: LabelledValues, label: string) =>
    Object.fromEntries(own(values).map(({ labels, value }) => [labels[label] ?? '', value]))
  const [online, ccaps, rpds, mds] = [
    by(figures.online, 'cluster'),
    by(figures.ccaps, 'cluster'),
    by(figures.rpds, 'cluster'),
    by(figures.macDomains, 'cluster'),
  ]
  const clusters = Object.entries(by(figures.known, 'cluster')).map(([cluster, known]) => ({
    name: cluster,
    ccaps: ccaps[cluster] ?? 0,
    rpds: rpds[cluster] ?? 0,
    macDomains: mds[cluster] ?? 0,
    online: online[cluster] ?? null,
    known,
  }))
  return {
    clusters,
    modemsByState: by(figures.states, 'state'),
    modemsByDocsisVersion: by(figures.versions, 'docsis_version'),
    onusByState: by(figures.onus, 'state'),
  }
}
