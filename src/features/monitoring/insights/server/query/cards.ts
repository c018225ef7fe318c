import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { InsightCard, readInsightCards } from '../../contract.ts'
import { type CatalogueInsight, insights } from '../catalogue/catalogue.ts'
import { readGroupings, shownInsight } from '../catalogue/groupings.ts'
import { type InsightState, worse } from '../judge/measure.ts'
import { type InsightScope, insightScope } from './insight-scope.ts'

const MINUTE = 60_000
const DAY_MINUTES = 1440

type EvaluationRow = { readonly deployment: number; readonly at: string; readonly states: Record<string, InsightState> }
type Point = { readonly minute: number; readonly worst: Record<string, number | null> }

const rank = { CRITICAL: 0, WARNING: 1, OK: 2, NONE: 3, MISSING: 4 } as const

/** The insights of an account with the worst value of its deployments, by priority, then by how far over the limit. */
export async function readCards(
  db: Database,
  { session, query }: RequestContext<typeof readInsightCards>,
): Promise<InsightCard[]> {
  const scope = await insightScope(db, session, query)
  const [groupings, evaluationRows, points, findings] = await Promise.all([
    readGroupings(db),
    evaluations(db, scope),
    pointsOf(db, scope),
    findingCounts(db, scope),
  ])
  const names = new Map(scope.deployments.map(({ id, name }) => [id, name]))
  const { granularity } = query
  return insights
    .filter((one) => granularity === undefined || one.granularities.includes(granularity))
    .map((one): InsightCard => {
      const worst = worstOf(one, evaluationRows)
      return {
        ...shownInsight(one, groupings),
        state: worst?.state.state ?? 'MISSING',
        value: worst?.state.value ?? null,
        deployment: worst && worst.state.value !== null ? (names.get(worst.deployment) ?? null) : null,
        object: worst?.state.object ?? null,
        beyond: evaluationRows.reduce((sum, { states }) => sum + (states[one.name]?.beyond ?? 0), 0),
        findings: findings.get(one.name) ?? 0,
        evaluatedAt: worst?.at ?? null,
        points: points.map(({ minute, worst: values }) => [minute * MINUTE, values[one.name] ?? null]),
      }
    })
    .sort((a, b) => a.priority - b.priority || overshoot(b) - overshoot(a))
}

/** The state of the deployment that is worst off; the sum of all where an insight has no limits. */
function worstOf({ name, threshold }: CatalogueInsight, evaluationRows: readonly EvaluationRow[]) {
  const all = evaluationRows.flatMap(({ deployment, at, states }) => {
    const state = states[name]
    return state ? [{ deployment, at, state }] : []
  })
  const knownStates = all.filter(({ state }) => state.state !== 'MISSING')
  const [first] = knownStates
  if (!first) return all[0]
  if (!threshold) {
    const value = knownStates.reduce((sum, { state }) => sum + (state.value ?? 0), 0)
    return { ...first, state: { ...first.state, value } }
  }
  return knownStates.reduce((a, b) => {
    const difference = rank[a.state.state] - rank[b.state.state]
    if (difference !== 0) return difference < 0 ? a : b
    return worse(a.state.value!, b.state.value!, threshold) === a.state.value ? a : b
  }, first)
}

/** How far a value is beyond its warning limit, as a share of the limit. */
function overshoot({ value, threshold }: InsightCard): number {
  if (value === null || !threshold) return Number.NEGATIVE_INFINITY
  const over = threshold.sense === 'above' ? value - threshold.warn : threshold.warn - value
  return over / (Math.abs(threshold.warn) || 1)
}

async function evaluations(db: Database, { deployments }: InsightScope): Promise<EvaluationRow[]> {
  const { rows } = await sql<EvaluationRow>`
    select deployment_id as deployment, ${isoSql('evaluated_at')} as at, states from insight_states
    where deployment_id = any(${deployments.map(({ id }) => id)}::bigint[]) and evaluated_at is not null`.execute(db)
  return rows
}

/** The worst value of all deployments per quarter of an hour of the last day. */
async function pointsOf(db: Database, { deployments }: InsightScope): Promise<Point[]> {
  const now = Math.floor(Date.now() / MINUTE)
  const { rows } = await sql<Point>`
    select starts_minute as minute, worst from insight_points
    where deployment_id = any(${deployments.map(({ id }) => id)}::bigint[]) and starts_minute > ${now - DAY_MINUTES}
    order by starts_minute`.execute(db)
  const pointByMinute = new Map<number, Record<string, number | null>>()
  for (const { minute, worst } of rows) {
    const pointBefore = pointByMinute.get(minute)
    pointByMinute.set(minute, pointBefore ? joinPoints(pointBefore, worst) : worst)
  }
  return [...pointByMinute].map(([minute, worst]) => ({ minute, worst }))
}

function joinPoints(a: Point['worst'], b: Point['worst']): Point['worst'] {
  return Object.fromEntries(
    insights.map(({ name, threshold }) => {
      const [one, other] = [a[name] ?? null, b[name] ?? null]
      if (one === null || other === null) return [name, one ?? other]
      return [name, threshold ? worse(one, other, threshold) : one + other]
    }),
  )
}

async function findingCounts(db: Database, { deployments }: InsightScope): Promise<Map<string, number>> {
  const { rows } = await sql<{ insight: string; count: number }>`
    select insight, count(*)::int as count from insight_findings
    where deployment_id = any(${deployments.map(({ id }) => id)}::bigint[]) and state in ('OPEN','ACKNOWLEDGED') group by insight`.execute(
    db,
  )
  return new Map(rows.map(({ insight, count }) => [insight, count]))
}
