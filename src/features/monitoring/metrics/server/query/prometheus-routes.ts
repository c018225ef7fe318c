import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  evaluate,
  type LabelSet,
  type Limits,
  type Matcher,
  parseQuery,
  parseSelector,
  QueryError,
  readRange,
  stepsOf,
} from '#features/monitoring/promql/server/index.ts'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { createSemaphore } from '#kit/server/semaphore.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import { inSlices, piecesInSlices } from '#kit/server/slices.ts'
import { findSeries, listLabels, listLabelValues, queryInstant, queryRange } from '../../contract.ts'
import { findMatching, metricSource, type QueryScope } from './metric-source.ts'
import { instantData, listData, type PrometheusData, rangeData, samplesData } from './prometheus-result.ts'
import { requireFewSteps, stepOf, timeOf } from './query-parameters.ts'
import { queryScope } from './query-scope.ts'

const limits: Limits = { samples: 5_000_000, operations: 50_000_000, milliseconds: 10_000 }
/** Queries at once: they compute between the other requests of the process. */
const AT_ONCE = 2
const MOST_WAITING = 30
/** Selectors of one call: each reads all series that it matches. */
const MOST_SELECTORS = 20
const statuses = { bad_data: 400, execution: 422, timeout: 503 } as const

/** Serves the part of Prometheus' HTTP API that dashboards read, on the deployments of one account. */
export function servePrometheus(portal: AppContext): void {
  const { db } = portal
  const turns = createSemaphore(AT_ONCE)

  function respond<E extends AnyEndpoint & { readonly query?: unknown }>(
    endpoint: E,
    data: (call: RequestContext<E>, scope: QueryScope) => Promise<PrometheusData>,
  ): void {
    registerStream(portal, endpoint, async (call) => {
      if (turns.waiting >= MOST_WAITING) throwProblem(kitProblems['temporarily-unavailable'])
      const leave = await turns.take()
      try {
        const { account } = call.query as { account?: string }
        const scope = await queryScope(db, call.session, account)
        return send(call.reply, 200, successText(await data(call, scope)))
      } catch (failure) {
        if (!(failure instanceof QueryError)) throw failure
        const { type: errorType, message: error } = failure
        return send(call.reply, statuses[errorType], [JSON.stringify({ status: 'error', errorType, error })])
      } finally {
        leave()
      }
    })
  }

  respond(queryInstant, async ({ query: { query = '', time } }, scope) => {
    const source = metricSource(db, scope)
    const at = timeOf('time', time, Date.now())
    const plan = parseQuery(query)
    if (plan.kind === 'matrix' || plan.kind === 'subquery')
      return samplesData(await readRange(plan, { at, source, limits }))
    const steps = stepsOf(at, at, 1)
    return instantData(await evaluate(plan, { steps, source, limits }), steps)
  })

  respond(queryRange, async ({ query: { query = '', ...matcherLists } }, scope) => {
    const [start, end, step] = [
      timeOf('start', matcherLists.start),
      timeOf('end', matcherLists.end),
      stepOf(matcherLists.step),
    ]
    requireFewSteps({ start, end, step })
    const plan = parseQuery(query)
    if (plan.kind === 'matrix' || plan.kind === 'subquery')
      throw new QueryError(
        'bad_data',
        'invalid expression type "range vector" for range query, must be Scalar or instant Vector',
      )
    const steps = stepsOf(start, end, step)
    return rangeData(await evaluate(plan, { steps, source: metricSource(db, scope), limits }), steps)
  })

  respond(findSeries, async ({ query }, scope) => {
    if (query['match[]'] === undefined) throw new QueryError('bad_data', 'no match[] parameter provided')
    return listData(await matching(scope, query['match[]']))
  })

  respond(listLabels, async ({ query }, scope) =>
    distinct(await matching(scope, query['match[]']), (labels) => Object.keys(labels)),
  )

  respond(listLabelValues, async ({ query, params: { name } }, scope) =>
    distinct(await matching(scope, query['match[]']), (labels) => (name in labels ? [labels[name]!] : [])),
  )

  /** The labels of the series that any of the selectors matches; of all without one. */
  async function matching(scope: QueryScope, selectors: string | readonly string[] | undefined) {
    const texts = selectors === undefined ? [] : [selectors].flat()
    if (texts.length > MOST_SELECTORS)
      throw new QueryError('bad_data', `more than ${MOST_SELECTORS} match[] parameters provided`)
    const matcherLists: (readonly Matcher[])[] = selectors === undefined ? [[]] : texts.map(parseSelector)
    const labelsById = new Map<number, LabelSet>()
    for (const matchers of matcherLists)
      for (const { id, labels } of await findMatching(db, scope, matchers)) labelsById.set(id, labels)
    return [...labelsById.values()]
  }
}

/** The different texts of all series, sorted. */
async function distinct(
  series: readonly LabelSet[],
  textsOf: (labels: LabelSet) => readonly string[],
): Promise<PrometheusData> {
  const distinctValues = new Set<string>()
  function* collect() {
    for (const labels of series) {
      yield
      for (const text of textsOf(labels)) distinctValues.add(text)
    }
  }
  await inSlices(collect())
  return listData([...distinctValues].sort())
}

function* successText(data: PrometheusData): Iterable<string> {
  yield '{"status":"success","data":'
  yield* data
  yield '}'
}

function send(reply: FastifyReply, status: number, texts: Iterable<string>): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(piecesInSlices(texts)))
}
