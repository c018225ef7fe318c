/** What depends on the clock (in use, last login) may be this old; every change of people and roles is seen at once. */
const HOLDS_MS = 60_000
const MOST = 500

type Counted = { readonly version: number }

/** What `count` answers, or what it answered before, of this version of all people or a later one. */
export type VersionedCount = <Value extends Counted>(
  version: number,
  key: string,
  count: () => Promise<Value>,
) => Promise<Value>

/**
 * Counting people costs the more the more there are, and the answer changes only with them: counts are kept with the
 * version of all people, which is raised in the transaction of each change. What is answered is of the version that is
 * asked for or a later one; any will do for a guess (version 0).
 */
export function rememberCounts(): VersionedCount {
  const kept = new Map<string, { readonly until: number; readonly counted: Promise<Counted> }>()

  return async <Value extends Counted>(version: number, key: string, count: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key)
    if (known && known.until > Date.now()) {
      const counted = await known.counted
      if (counted.version >= version) return counted as Value
    }
    if (kept.size >= MOST) kept.clear()
    const counted = count()
    kept.set(key, { until: Date.now() + HOLDS_MS, counted })
    counted.catch(() => kept.delete(key))
    return counted
  }
}
