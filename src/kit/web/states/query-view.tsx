import type { ReactNode } from 'react'
import { ApiError } from '../data/api-error.ts'
import type { Query } from '../data/query.ts'
import { ErrorState } from './failed.tsx'
import { LoadingRows } from './loading.tsx'

/**
 * Shows what a query read, and before that its states: a skeleton of `rows` lines, or the error with a button to try
 * again. Data stays on screen when a later request fails. With `page` the states have the heading of a page.
 *
 * `notFound` is shown for a 404 (deleted, or invisible to this user) and a 400 (the id in the URL is invalid), `empty`
 * for a list without rows, `loading` in place of the skeleton.
 */
export function QueryView<Data>(props: {
  query: Query<Data>
  rows?: number
  page?: boolean
  loading?: ReactNode
  notFound?: ReactNode
  empty?: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { query, rows = 5, page = false, loading = <LoadingRows rows={rows} />, notFound, empty, children } = props
  const { data, error } = query
  if (data !== undefined) return empty !== undefined && hasNoRows(data) ? empty : children(data)
  if (!error) return loading
  if (notFound !== undefined && isNotFound(error)) return notFound
  return <ErrorState error={error} retry={() => void query.refetch()} page={page} />
}

/** Whether a list, or a page of a list, has no rows. */
function hasNoRows(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0
  const { _embedded: lists = {} } = data as { _embedded?: Record<string, unknown> }
  const [rows] = Object.values(lists)
  return Array.isArray(rows) && rows.length === 0
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
