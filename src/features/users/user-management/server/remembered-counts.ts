/**
 * Values that depend on the clock (in use, last login) may be this old; every change of users and roles is seen at
 * once.
 */
const HOLDS_MS = 60_000
const MOST = 500

type CountVersion = { readonly version: number }

/** The result of `count`, or an earlier result, for this version of all users or a later one. */
export type VersionedCount = <Value extends CountVersion>(
  version: number,
  key: string,
  count: () => Promise<Value>,
) => Promise<Value>

/**
 * Counting users takes longer the more there are, and the result changes only with them: counts are cached with the
 * version of all users, which is raised in the transaction of each change. The result is of the requested version or a
 * later one; any will do for an estimate (version 0).
 */
export function rememberCounts(): VersionedCount {
  const countsByKey = new Map<string, { readonly until: number; readonly counted: Promise<CountVersion> }>()

  return async <Value extends CountVersion>(
    version: number,
    key: string,
    count: () => Promise<Value>,
  ): Promise<Value> => {
    const rememberedCount = countsByKey.get(key)
    if (rememberedCount && rememberedCount.until > Date.now()) {
      const currentCount = await rememberedCount.counted
      if (currentCount.version >= version) return currentCount as Value
    }
    if (countsByKey.size >= MOST) countsByKey.clear()
    const currentCount = count()
    countsByKey.set(key, { until: Date.now() + HOLDS_MS, counted: currentCount })
    currentCount.catch(() => countsByKey.delete(key))
    return currentCount
  }
}
