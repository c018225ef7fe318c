import {
  type Case,
  type CaseRow,
  readCase,
  readCaseHistory,
  unwatchCase,
  watchCase,
} from '#features/support/cases/contract.ts'
import { queryClient, queryOf, refresh, useMutationOf } from '#kit/web/data/query.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import { patchRow } from './case-rows-cache.ts'

/** Watches a case or stops; the button changes at once and back if the server rejects it. */
export function useWatch(supportCase: Pick<CaseRow, 'key' | 'isWatchedByCurrentUser'>) {
  const t = useText()
  const { key, isWatchedByCurrentUser: isWatched } = supportCase
  const show = (now: boolean) => {
    patchRow(key, { isWatchedByCurrentUser: now })
    queryClient.setQueryData<Case>(queryOf(readCase, { params: { key } }).queryKey, (before) =>
      before ? { ...before, isWatchedByCurrentUser: now } : before,
    )
  }
  const settings = (now: boolean) => ({
    refreshes: [readCase, readCaseHistory],
    onSuccess: () => void toast({ title: t(now ? 'done.watch' : 'done.unwatch', { key }) }),
  })
  const watch = useMutationOf(watchCase, settings(true))
  const unwatch = useMutationOf(unwatchCase, settings(false))
  return {
    toggle: () => {
      show(!isWatched)
      const undo = {
        onError: () => {
          show(isWatched)
          void refresh(readCase)
        },
      }
      if (isWatched) unwatch.mutate({ query: { issueKey: key } }, undo)
      else watch.mutate({ query: { issueKey: key }, body: {} }, undo)
    },
  }
}
