import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { durationOf, numberOf } from './literals.ts'
import { parseBinary } from './parse-binary.ts'
import { parseMatchers } from './parse-selector.ts'
import { aggregations, isScalar, type Plan, type Range, rangeFunctions } from './plan.ts'
import { rejectAt } from './query-error.ts'
import { expressions, labelNames, type Place, UNSUPPORTED } from './syntax.ts'

/** Characters of a query, at most. */
const LONGEST = 10_000
const DEEPEST = 100
/** The step of a subquery that names none: Prometheus' default evaluation interval. */
const USUAL_STEP = 60_000

/** The parameters that a function or aggregation takes before its vector, and after its range. */
const before: Readonly<Record<string, number>> = { quantile: 1, topk: 1, bottomk: 1, quantile_over_time: 1 }
const after: Readonly<Record<string, number>> = { predict_linear: 1 }

/**
 * Parses a query with the grammar that Prometheus publishes and checks it as Prometheus 2.42 does. Throws a QueryError
 * with the position of what is wrong or not supported. A bare range (`x[5m]`) is returned as such.
 */
export function parseQuery(query: string): Plan | Range {
  if (query.length > LONGEST) rejectAt(query, LONGEST, `the query is longer than ${LONGEST} characters`)
  const tree = parser.parse(query)
  tree.iterate({
    enter(node) {
      if (node.type.isError) rejectAt(query, node.from, `unexpected ${describeInput(query, node)}`)
    },
  })
  const [node] = expressions(tree.topNode)
  if (!node) return rejectAt(query, 0, 'no expression found in input')
  const bareNode = withoutParentheses(node)
  return isRange(bareNode) ? parseRange({ query, depth: 0 }, bareNode) : parseExpression({ query, depth: 0 }, node)
}

/** Parses a scalar or an instant vector. */
function parseExpression({ query, depth }: Place, node: SyntaxNode): Plan {
  if (depth > DEEPEST) rejectAt(query, node.from, 'the query is nested too deeply')
  const place = { query, depth: depth + 1 }
  const text = query.slice(node.from, node.to)
  switch (node.name) {
    case 'ParenExpr':
      return parseExpression(place, expressions(node)[0]!)
    case 'NumberDurationLiteral':
      return {
        kind: 'number',
        value: numberOf(text) ?? rejectAt(query, node.from, `a duration as a number ${UNSUPPORTED}`),
      }
    case 'UnaryExpr': {
      const of = parseExpression(place, expressions(node)[0]!)
      return query.slice(node.from).startsWith('-') ? { kind: 'negate', of } : of
    }
    case 'VectorSelector':
      return { kind: 'selector', matchers: parseMatchers(query, node), offset: 0 }
    case 'OffsetExpr':
      return parseOffset(place, node)
    case 'BinaryExpr':
      return parseBinary(place, node, parseExpression)
    case 'AggregateExpr':
      return parseAggregate(place, node)
    case 'FunctionCall':
      return parseCall(place, node)
    default:
      return rejectAt(
        query,
        node.from,
        isRange(node) ? 'a range is only supported in a function' : `${text} ${UNSUPPORTED}`,
      )
  }
}

function parseOffset(place: Place, node: SyntaxNode): Plan {
  const { query } = place
  const inner = expressions(node)[0]!
  if (inner.name !== 'VectorSelector')
    rejectAt(query, node.from, 'offset modifier must follow an instant vector selector, a range or a subquery')
  return { kind: 'selector', matchers: parseMatchers(query, inner), offset: offsetOf(query, node) }
}

function parseRange(place: Place, node: SyntaxNode): Range {
  const { query } = place
  const inner = withoutParentheses(node)
  const offset = inner.name === 'OffsetExpr' ? offsetOf(query, inner) : 0
  const range = inner.name === 'OffsetExpr' ? expressions(inner)[0]! : inner
  if (range.name !== 'MatrixSelector' && range.name !== 'SubqueryExpr')
    return rejectAt(query, node.from, 'expected a range, for example x[5m]')
  const [length, step] = range.getChildren('DurationExpr').map((one) => positive(query, one))
  const of = expressions(range)[0]!
  if (range.name === 'SubqueryExpr') {
    const plan = parseExpression(place, of)
    if (isScalar(plan)) rejectAt(query, of.from, 'subquery is only allowed on instant vector, got scalar')
    return { kind: 'subquery', of: plan, range: length!, step: step ?? USUAL_STEP, offset }
  }
  if (of.name !== 'VectorSelector') rejectAt(query, of.from, 'no offset modifiers allowed before range')
  return { kind: 'matrix', selector: { kind: 'selector', matchers: parseMatchers(query, of), offset }, range: length! }
}

function parseAggregate(place: Place, node: SyntaxNode): Plan {
  const { query } = place
  const op = aggregations.find((one) => one === nameIn(query, node, 'AggregateOp').toLowerCase())
  if (!op) return rejectAt(query, node.from, `${nameIn(query, node, 'AggregateOp')} ${UNSUPPORTED}`)
  const [parameter, vector] = parametersOf(place, node, { name: op, range: false })
  const modifier = node.getChild('AggregateModifier')
  const labels = labelNames(query, modifier?.getChild('GroupingLabels'))
  const of = vector ?? parameter!
  if (isScalar(of)) rejectAt(query, node.from, `expected type instant vector in aggregation ${op}, got scalar`)
  return {
    kind: 'aggregate',
    op,
    without: modifier?.getChild('Without') != null,
    labels,
    of,
    parameter: vector && parameter,
  }
}

function parseCall(place: Place, node: SyntaxNode): Plan {
  const { query } = place
  const name = nameIn(query, node, 'FunctionIdentifier')
  if (name === 'time') {
    if (expressions(node.getChild('FunctionCallBody')!).length > 0)
      rejectAt(query, node.from, 'expected 0 argument(s) in call to "time"')
    return { kind: 'time' }
  }
  if (!rangeFunctions.some((one) => one === name))
    return rejectAt(query, node.from, `function ${name}() ${UNSUPPORTED}`)
  const parameters = parametersOf(place, node, { name, range: true })
  const ranges = expressions(node.getChild('FunctionCallBody')!)
  return { kind: 'call', name, range: parseRange(place, ranges[before[name] ?? 0]!), parameters }
}

/** The arguments in brackets, except the range of a function; their number and types are checked. */
function parametersOf(place: Place, node: SyntaxNode, { name, range }: { name: string; range: boolean }): Plan[] {
  const { query } = place
  const argumentNodes = expressions(node.getChild('FunctionCallBody')!)
  const [first, last] = [before[name] ?? 0, after[name] ?? 0]
  if (argumentNodes.length !== first + 1 + last)
    rejectAt(
      query,
      node.from,
      `expected ${first + 1 + last} argument(s) in call to "${name}", got ${argumentNodes.length}`,
    )
  const plans = argumentNodes.flatMap((one, index) => (range && index === first ? [] : [parseExpression(place, one)]))
  for (const [index, plan] of plans.entries())
    if ((range || index < first) && !isScalar(plan))
      rejectAt(query, node.from, `expected type scalar in call to "${name}", got instant vector`)
  return plans
}

function nameIn(query: string, node: SyntaxNode, child: string): string {
  const childNode = node.getChild(child)
  return childNode ? query.slice(childNode.from, childNode.to) : ''
}

function offsetOf(query: string, node: SyntaxNode): number {
  const duration = node.getChild('OffsetDurationExpr')
  const text = duration ? query.slice(duration.from, duration.to) : ''
  const length = durationOf(text.replace(/^[-+]\s*/, ''))
  if (length === undefined) return rejectAt(query, node.from, `this offset ${UNSUPPORTED}`)
  return text.startsWith('-') ? -length : length
}

function positive(query: string, { from, to }: SyntaxNode): number {
  const length = durationOf(query.slice(from, to))
  if (length === undefined) return rejectAt(query, from, `this duration ${UNSUPPORTED}`)
  return length > 0 ? length : rejectAt(query, from, 'duration must be greater than 0')
}

function withoutParentheses(node: SyntaxNode): SyntaxNode {
  return node.name === 'ParenExpr' ? withoutParentheses(expressions(node)[0]!) : node
}

function isRange(node: SyntaxNode): boolean {
  if (node.name === 'OffsetExpr') return isRange(expressions(node)[0]!)
  return node.name === 'MatrixSelector' || node.name === 'SubqueryExpr'
}

function describeInput(query: string, { from, to }: { from: number; to: number }): string {
  return from >= query.length ? 'end of input' : `"${query.slice(from, Math.max(to, from + 1))}"`
}
