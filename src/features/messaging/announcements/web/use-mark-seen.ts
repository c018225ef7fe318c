import { useEffect } from 'react'
import { call } from '#kit/web/data/call.ts'
import { useMe } from '#kit/web/who/me.tsx'
import type { InboxItem } from '../contract/inbox-shapes.ts'
import { markSeen } from '../contract.ts'

/** Items that this page has reported. */
const reportedIds = new Set<string>()

/**
 * Records items as seen while they are shown and the page is visible, with one request for all of them. What an
 * impersonator sees is not recorded.
 */
export function useMarkSeen(items: readonly InboxItem[] | undefined): void {
  const isImpersonating = Boolean(useMe().impersonateMode)
  const ids = (items ?? []).filter(({ seen }) => seen === null).map(({ id }) => id)
  const key = ids.join()
  useEffect(() => {
    if (isImpersonating || key === '') return
    const report = () => {
      const fresh = key.split(',').filter((id) => !reportedIds.has(id))
      if (document.visibilityState !== 'visible' || fresh.length === 0) return
      for (const id of fresh) reportedIds.add(id)
      call(markSeen, { body: { ids: fresh } }).catch(() => {
        for (const id of fresh) reportedIds.delete(id)
      })
    }
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
  }, [key, isImpersonating])
}
