import type { Query } from './query.ts'

type DataOf<Queries> = { readonly [Name in keyof Queries]: Queries[Name] extends Query<infer Data> ? Data : never }

/** Several queries as one, for a part that needs all of them: its data is there once each of them has its own. */
export function jointQuery<const Queries extends Readonly<Record<string, Query<unknown>>>>(
  queries: Queries,
): Query<DataOf<Queries>> {
  const all = Object.values(queries)
  const isRead = all.every(({ data }) => data !== undefined)
  const data = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query.data]))
  return {
    data: isRead ? (data as DataOf<Queries>) : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  }
}
