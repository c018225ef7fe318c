import type { SyntaxNode } from '@lezer/common'
import { type BinaryOperator, comparisons, isScalar, type Plan, setOperators, type VectorMatching } from './plan.ts'
import { rejectAt } from './query-error.ts'
import { expressions, labelNames, type Place, UNSUPPORTED } from './syntax.ts'

const operators: Readonly<Record<string, BinaryOperator>> = {
  ...({ Add: '+', Sub: '-', Mul: '*', Div: '/', Mod: '%', Pow: '^' } as const),
  ...({ Eql: '==', Neq: '!=', Gtr: '>', Lss: '<', Gte: '>=', Lte: '<=' } as const),
  ...({ And: 'and', Or: 'or', Unless: 'unless' } as const),
}

/** Parses two operands with their operator. */
export function parseBinary(
  place: Place,
  node: SyntaxNode,
  parseExpression: (place: Place, node: SyntaxNode) => Plan,
): Plan {
  const { query } = place
  const [leftNode, rightNode] = expressions(node)
  const opNode = childWith(node, ({ name }) => operators[name] !== undefined)
  if (!leftNode || !rightNode || !opNode || node.getChild('FillModifier'))
    return rejectAt(query, node.from, `this operator ${UNSUPPORTED}`)
  const op = operators[opNode.name]!
  const [leftPlan, right] = [parseExpression(place, leftNode), parseExpression(place, rightNode)]
  const bool = node.getChild('BoolModifier') !== null
  const clause = node.getChild('MatchingModifierClause')
  const isComparison = comparisons.some((one) => one === op)
  const isSet = setOperators.some((one) => one === op)
  const scalars = [leftPlan, right].filter(isScalar).length
  if (bool && !isComparison) rejectAt(query, opNode.from, 'bool modifier can only be used on comparison operators')
  if (isComparison && !bool && scalars === 2)
    rejectAt(query, opNode.from, 'comparisons between scalars must use BOOL modifier')
  if (isSet && scalars > 0) rejectAt(query, opNode.from, `set operator "${op}" not allowed in binary scalar expression`)
  if (clause && scalars > 0) rejectAt(query, clause.from, 'vector matching only allowed between instant vectors')
  const plan: Plan = { kind: 'binary', op, bool, matching: parseMatching(query, clause, isSet), left: leftPlan, right }
  // The grammar reads the sign as part of the number, but a power binds closer: -2 ^ 2 is -4.
  if (op === '^' && leftPlan.kind === 'number' && leftNode.name !== 'ParenExpr' && query[leftNode.from] === '-')
    return { kind: 'negate', of: { ...plan, left: { kind: 'number', value: -leftPlan.value } } }
  return plan
}

function parseMatching(query: string, clause: SyntaxNode | null, isSet: boolean): VectorMatching {
  if (!clause) return { on: false, labels: [], many: null, include: [] }
  const lists = clause.getChildren('GroupingLabels')
  const on = clause.getChild('On') !== null
  const hasLabels = on || clause.getChild('Ignoring') !== null
  const labels = hasLabels ? labelNames(query, lists[0]) : []
  const many = clause.getChild('GroupLeft') ? 'left' : clause.getChild('GroupRight') ? 'right' : null
  const include = labelNames(query, lists[hasLabels ? 1 : 0])
  if (many && isSet) rejectAt(query, clause.from, 'no grouping allowed for set operations')
  const both = on ? include.find((label) => labels.includes(label)) : undefined
  if (both !== undefined) rejectAt(query, clause.from, `label "${both}" must not occur in ON and GROUP clause at once`)
  return { on, labels, many, include }
}

function childWith(node: SyntaxNode, isWanted: (child: SyntaxNode) => boolean): SyntaxNode | undefined {
  for (let child = node.firstChild; child; child = child.nextSibling) if (isWanted(child)) return child
  return undefined
}
