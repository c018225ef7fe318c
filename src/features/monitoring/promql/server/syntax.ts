import type { SyntaxNode } from '@lezer/common'
import { rejectAt } from './query-error.ts'

export const UNSUPPORTED = 'is outside of the supported part of PromQL'

/** The text of the query, and how deep in it an expression is. */
export type Place = { readonly query: string; readonly depth: number }

/** The expressions among the children of a node. */
export function expressions(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (/(Expr|Literal|Selector|Call)$/.test(child.name) && !/^(Offset)?DurationExpr$/.test(child.name))
      children.push(child)
  return children
}

/** The names in a list of labels. */
export function labelNames(query: string, list: SyntaxNode | null | undefined): string[] {
  if (list?.getChild('QuotedLabelName')) rejectAt(query, list.from, `a quoted label name ${UNSUPPORTED}`)
  return (list?.getChildren('LabelName') ?? []).map(({ from, to }) => query.slice(from, to))
}
