import type { SyntaxNode } from '@lezer/common'
import { textOf } from './literals.ts'
import { compilePattern } from './pattern.ts'
import { rejectAt } from './query-error.ts'
import type { Matcher } from './samples.ts'
import { UNSUPPORTED } from './syntax.ts'

const operators = { EqlSingle: '=', Neq: '!=', EqlRegex: '=~', NeqRegex: '!~' } as const

/** The matchers of `name{label="value"}`. At least one of them must not match the empty value. */
export function parseMatchers(query: string, node: SyntaxNode): Matcher[] {
  const name = node.getChild('Identifier')
  const list = node.getChild('LabelMatchers')
  const matchers = name ? [equal('__name__', query.slice(name.from, name.to))] : []
  for (let child = list?.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'UnquotedLabelMatcher') rejectAt(query, child.from, `a quoted name ${UNSUPPORTED}`)
    const matcher = parseMatcher(query, child)
    if (matcher.label === '__name__' && name) rejectAt(query, child.from, 'metric name must not be set twice')
    matchers.push(matcher)
  }
  if (matchers.every(({ matches }) => matches('')))
    rejectAt(query, node.from, 'vector selector must contain at least one non-empty matcher')
  return matchers
}

function parseMatcher(query: string, node: SyntaxNode): Matcher {
  const [labelNode, opNode, valueNode] = [
    node.getChild('LabelName'),
    node.getChild('MatchOp'),
    node.getChild('StringLiteral'),
  ]
  if (!labelNode || !opNode || !valueNode) return rejectAt(query, node.from, 'unexpected label matcher')
  const label = query.slice(labelNode.from, labelNode.to)
  const op = operators[opNode.firstChild?.name as keyof typeof operators]
  const value = textOf(query.slice(valueNode.from, valueNode.to))
  if (value === undefined) return rejectAt(query, valueNode.from, 'invalid escape in a string')
  if (op === '=') return equal(label, value)
  if (op === '!=') return { label, op, value, matches: (one) => one !== value }
  const pattern = patternAt(query, valueNode.from, value)
  return { label, op, value, matches: op === '=~' ? pattern : (one) => !pattern(one) }
}

function equal(label: string, value: string): Matcher {
  return { label, op: '=', value, matches: (one) => one === value }
}

function patternAt(query: string, position: number, value: string): (value: string) => boolean {
  try {
    return compilePattern(value)
  } catch (failure) {
    return rejectAt(query, position, failure instanceof Error ? failure.message : String(failure))
  }
}
