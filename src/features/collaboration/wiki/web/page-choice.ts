import type { WikiNode } from '../contract.ts'
import { rowsOf, treeOf } from './page-tree.ts'

/** The value of the place at the top of a space. */
export const TOP = 'top'

/** The pages of a space as choices of a parent, each with those above it; `left` are left out. */
export function parentChoices(
  nodes: readonly WikiNode[],
  space: string | null,
  left: readonly string[] = [],
): { value: string; label: string }[] {
  const rows = rowsOf(treeOf(nodes.filter((node) => node.account === space)), () => true)
  const titles = new Map(nodes.map((node) => [node.id, node]))
  const pathOf = ({ title, parentId }: WikiNode): string => {
    const parent = titles.get(parentId ?? '')
    return parent ? `${pathOf(parent)} › ${title}` : title
  }
  return rows.filter(({ node }) => !left.includes(node.id)).map(({ node }) => ({ value: node.id, label: pathOf(node) }))
}
