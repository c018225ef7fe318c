import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { listAnalyticsPlans, syncEveryAnalyticsPlan } from '../contract.ts'
import { useText } from '../texts.ts'

/** Asks before the plans of all accounts that differ are pushed. */
export function PushAll({ onClose }: { onClose: () => void }) {
  const t = useText()
  const count = useQueryOf(listAnalyticsPlans, { query: { state: ['Different'], size: 1 } }).data?.page.totalElements
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
      disabled={!count}
      onSubmit={() => sync.mutate({})}
      onClose={onClose}
    >
      {count === undefined ? (
        <LoadingRows rows={1} />
      ) : (
        <p>{count === 0 ? t('allSyncedText') : t('pushAllText', { count })}</p>
      )}
    </FormDialog>
  )
}
