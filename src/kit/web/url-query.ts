import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** `still` replaces the current history entry; a `step` adds one to go back from. */
type How = 'still' | 'step'
type Query = Readonly<Record<string, unknown>>

/**
 * The query of the page's address: the values of the named parts, and the functions that change it. `change` sets some
 * parts (undefined removes one) and keeps the others, `put` sets the whole query; both stay the same functions.
 */
export function useUrlQuery<Name extends string>(): {
  readonly query: Readonly<Partial<Record<Name, string>>>
  readonly change: (parts: Query, how?: How) => void
  readonly put: (query: Query, how?: How) => void
} {
  const query = useSearch({ strict: false }) as Partial<Record<Name, string>>
  const navigate = useNavigate()
  const ways = useMemo(() => {
    // The router would know queries by route; the features name theirs only after it is made.
    const go = (search: object, how: How = 'still') => void navigate({ to: '.', search, replace: how === 'still' })
    return { change: (parts: Query, how?: How) => go((before: object) => ({ ...before, ...parts }), how), put: go }
  }, [navigate])
  return { query, ...ways }
}
