import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'

/** What depends on the clock (in use, last login) may be this old; every change of people and roles is seen at once. */
const HOLDS_MS = 60_000
const MOST = 500

/**
 * Counting people costs the more the more there are, and the answer changes only with them: counts are kept under the
 * version of the collection, which is raised in the transaction of each change.
 */
export function rememberCounts(db: Database) {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>()

  return async function remembered<Value>(key: string, count: () => Promise<Value>): Promise<Value> {
    const { rows } = await sql<{ version: number }>`select version from user_collection`.execute(db)
    const name = `${rows[0]!.version} ${key}`
    const known = kept.get(name)
    if (known && known.until > Date.now()) return known.value as Promise<Value>
    if (kept.size >= MOST) kept.clear()
    const value = count()
    kept.set(name, { until: Date.now() + HOLDS_MS, value })
    value.catch(() => kept.delete(name))
    return value
  }
}
