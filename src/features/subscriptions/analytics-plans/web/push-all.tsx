import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { listAnalyticsPlans, syncEveryAnalyticsPlan } from '../contract.ts'
import { useText } from '../texts.ts'

/** Asks before the plans of all accounts that differ are pushed. */
export function PushAll({ onClose }: { onClose: () => void }) {
  const t = useText()
  const query = useQueryOf(listAnalyticsPlans, { query: { state: ['Different'], size: 1 } })
  const sync = useMutationOf(syncEveryAnalyticsPlan, {
    refreshes: [listAnalyticsPlans],
    onSuccess: ({ accounts }) => {
      toast({ title: accounts === 0 ? t('nothingToPush') : t('pushAllStarted', { count: accounts }) })
      onClose()
    },
    onProblem: (problem) => showError(problem),
  })
  return (
    <FormDialog
      title={t('pushAllTitle')}
      submitLabel={t('pushNow')}
      pending={sync.isPending}
      disabled={!query.data?.page.totalElements}
      onSubmit={() => sync.mutate({})}
      onClose={onClose}
    >
      <QueryView query={query} rows={1}>
        {({ page: { totalElements: count } }) => (
          <p>{count === 0 ? t('allSyncedText') : t('pushAllText', { count })}</p>
        )}
      </QueryView>
    </FormDialog>
  )
}
