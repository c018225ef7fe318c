import { sql } from 'kysely'
import type { Portal } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'

/** What depends on the clock (in use, last login) may be this old; every change of people and roles is seen at once. */
const HOLDS_MS = 60_000
const MOST = 500

/**
 * Counting people costs the more the more there are, and the answer changes only with them: counts are kept under the
 * version of the collection, which is raised in the transaction of each change.
 */
export function rememberCounts({ db, pool }: Pick<Portal, 'db' | 'pool'>) {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>()
  const current = sql<{ version: number }>`select version from user_collection`.compile(db)

  /** Counts as of now; the version is read once for all of them. */
  return function asOfNow() {
    const version = runPrepared(pool, current)
    return async function remembered<Value>(key: string, count: () => Promise<Value>): Promise<Value> {
      const [collection] = await version
      const name = `${collection!.version} ${key}`
      const known = kept.get(name)
      if (known && known.until > Date.now()) return known.value as Promise<Value>
      if (kept.size >= MOST) kept.clear()
      const value = count()
      kept.set(name, { until: Date.now() + HOLDS_MS, value })
      value.catch(() => kept.delete(name))
      return value
    }
  }
}
