import { useEffect } from 'react'
import { type Case, markCaseRead, readCase } from '#features/support/cases/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { queryClient, queryOf } from '#kit/web/data/query.ts'
import { patchRow } from './case-rows-cache.ts'

const VIEWED_AFTER_MS = 500

/** Stores that the user has read a case, once it has been on screen for half a second. */
export function useMarkRead(found: Case | undefined): void {
  const key = found?.key
  const version = found?.version
  const unread = found?.unread ?? false
  useEffect(() => {
    if (!key || version === undefined || !unread) return
    const timer = setTimeout(() => {
      patchRow(key, { unread: false })
      queryClient.setQueryData(queryOf(readCase, { params: { key } }).queryKey, (before) =>
        before ? { ...before, unread: false } : before,
      )
      // A failure to store it is not worth a message.
      void call(markCaseRead, { query: { issueKey: key } }).catch(() => {})
    }, VIEWED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key, version, unread])
}
