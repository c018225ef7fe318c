import { DEEPEST } from '#features/collaboration/wiki/contract.ts'
import type { SpacePage } from './wiki-system.ts'

/**
 * The pages with each after the page above it, those beside each other by title. What is deeper than the portal's wiki
 * is moved up to its deepest level; a page whose parent is not in the list, or that is above itself, is put at the top.
 */
export function inTree(pages: readonly SpacePage[]): SpacePage[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const below = new Map<string | null, SpacePage[]>()
  for (const page of pages) {
    const parent = page.parentId !== null && byId.has(page.parentId) ? page.parentId : null
    below.set(parent, [...(below.get(parent) ?? []), page])
  }
  const placedPages: SpacePage[] = []
  const seenIds = new Set<string>()
  // The last ones of `pages` are reached by no other way: they are in a circle.
  const open = [...pages, ...byTitle(below.get(null)).toReversed()].map((page) => ({ page, above: [] as string[] }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { page, above } = next
    if (seenIds.has(page.id)) continue
    seenIds.add(page.id)
    placedPages.push({ ...page, parentId: above.at(-1) ?? null })
    const path = above.length < DEEPEST - 1 ? [...above, page.id] : above
    open.push(
      ...byTitle(below.get(page.id))
        .toReversed()
        .map((child) => ({ page: child, above: path })),
    )
  }
  return placedPages
}

function byTitle(pages: readonly SpacePage[] = []): SpacePage[] {
  return pages.toSorted((one, other) => one.title.localeCompare(other.title, 'en', { numeric: true }))
}
