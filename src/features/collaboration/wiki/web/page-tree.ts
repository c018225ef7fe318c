import type { WikiNode } from '../contract.ts'

/** A visible row of the tree. `place` and `count` are those among the pages of its parent. */
export type TreeRow = {
  readonly node: WikiNode
  readonly level: number
  readonly place: number
  readonly count: number
  /** null where there is nothing below. */
  readonly isOpen: boolean | null
}

/** Pages by the id of their parent, each in its order; what has no visible parent is at the top (key null). */
export type PageTree = ReadonlyMap<string | null, readonly WikiNode[]>

/** Arranges the pages of one space as a tree. */
export function treeOf(nodes: readonly WikiNode[]): PageTree {
  const knownIds = new Set(nodes.map(({ id }) => id))
  const tree = new Map<string | null, WikiNode[]>()
  for (const node of nodes) {
    const parent = node.parentId !== null && knownIds.has(node.parentId) ? node.parentId : null
    tree.set(parent, [...(tree.get(parent) ?? []), node])
  }
  for (const pages of tree.values()) pages.sort((a, b) => a.order - b.order)
  return tree
}

/** The rows of the tree from top to bottom, without what is below a closed page. */
export function rowsOf(
  tree: PageTree,
  isOpen: (id: string) => boolean,
  parent: string | null = null,
  level = 1,
): TreeRow[] {
  const pages = tree.get(parent) ?? []
  return pages.flatMap((node, index) => {
    const hasBelow = tree.has(node.id)
    const open = hasBelow && isOpen(node.id)
    const row = { node, level, place: index + 1, count: pages.length, isOpen: hasBelow ? open : null }
    return open ? [row, ...rowsOf(tree, isOpen, node.id, level + 1)] : [row]
  })
}

/** The ids of the pages above a page. */
export function aboveOf(nodes: readonly WikiNode[], id: string | undefined): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const above: string[] = []
  for (let at = byId.get(id ?? '')?.parentId; at != null; at = byId.get(at)?.parentId) above.push(at)
  return above
}

/** The page and all pages below it. */
export function withBelow(tree: PageTree, id: string): string[] {
  return [id, ...(tree.get(id) ?? []).flatMap((page) => withBelow(tree, page.id))]
}
