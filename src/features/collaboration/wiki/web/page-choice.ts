import type { WikiNode } from '../contract.ts'
import { rowsOf, treeOf } from './page-tree.ts'

/** The value of the place at the top of a space. */
export const TOP = 'top'

/** The pages of a space as choices of a parent, each with those above it; `excludedIds` are left out. */
export function parentChoices(
  nodes: readonly WikiNode[],
  space: string | null,
  excludedIds: readonly string[] = [],
): { value: string; label: string }[] {
  const rows = rowsOf(treeOf(nodes.filter((node) => node.account === space)), () => true)
  const titles = new Map(nodes.map((node) => [node.id, node]))
  const pathOf = ({ title, parentId }: WikiNode): string => {
    const parent = titles.get(parentId ?? '')
    return parent ? `${pathOf(parent)} › ${title}` : title
  }
  // No page of the portal is put below a copy.
  const possible = rows.filter(({ node }) => node.source === null && !excludedIds.includes(node.id))
  return possible.map(({ node }) => ({ value: node.id, label: pathOf(node) }))
}
