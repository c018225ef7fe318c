/** A visited page. `account` is the display name of the account that the page was about. */
export type Visit = {
  readonly path: string
  readonly search: string
  readonly label: string
  readonly account: string | null
  /** Nothing was found there: the trail does not return to it. */
  readonly nowhere?: boolean
}

/** A crumb as shown; without `href` it is text. */
export type Crumb = { readonly label: string; readonly href: string | null }

const SHOWN = 3

/** Adds a visit; a return to a path in the trail cuts the trail there and uses the newer label and query. */
export function visit(before: readonly Visit[], to: Visit): readonly Visit[] {
  const trail = before.filter(({ nowhere }) => !nowhere)
  const placeInTrail = trail.findIndex(({ path }) => path === to.path)
  return [...(placeInTrail < 0 ? trail.slice(-20) : trail.slice(0, placeInTrail)), to]
}

/**
 * The crumbs to show: at most three entries, the last one as text. Where the account of a crumb differs from that of
 * the crumb before, the account's name is inserted before it, links to the account, and counts as an entry.
 */
export function breadcrumbs(trail: readonly Visit[]): readonly (Crumb & { prefix: string | null })[] {
  for (let first = Math.max(0, trail.length - SHOWN); ; first += 1) {
    const shownCrumbs = crumbsOf(trail.slice(first))
    const entries = shownCrumbs.length + shownCrumbs.filter(({ prefix }) => prefix !== null).length
    if (entries <= SHOWN || shownCrumbs.length <= 1) return shownCrumbs
  }
}

function crumbsOf(visits: readonly Visit[]): (Crumb & { prefix: string | null })[] {
  return visits.map(({ path, search, label, account }, index) => {
    const isEvents = account !== null && account !== (visits[index - 1]?.account ?? null) && account !== label
    return { label, href: index === visits.length - 1 ? null : `${path}${search}`, prefix: isEvents ? account : null }
  })
}

const KEY = 'trail'

/** The trail of this tab, as far as it is stored. */
export function keptTrail(): readonly Visit[] {
  try {
    const storedTrail: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(storedTrail) ? (storedTrail as Visit[]) : []
  } catch {
    return []
  }
}

/** Stores the trail for this tab. */
export function saveRecentPages(trail: readonly Visit[]): void {
  sessionStorage.setItem(KEY, JSON.stringify(trail))
}
