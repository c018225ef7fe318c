import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { type AnalyticsPlan, listAnalyticsPlans, pushAnalyticsPlan, readAnalyticsSystem } from '../contract.ts'
import { useText } from '../texts.ts'

/** Pushes the plan of an account as it was read; `onDone` is called when the push was accepted. */
export function usePush(plan: AnalyticsPlan, onDone?: () => void) {
  const t = useText()
  const account = plan.accountDisplayName
  const push = useMutationOf(pushAnalyticsPlan, {
    refreshes: [listAnalyticsPlans, readAnalyticsSystem],
    onSuccess: ({ state }) => {
      toast({ title: t(state === 'Synced' ? 'pushDone' : 'pushRequested', { account }) })
      onDone?.()
    },
    onProblem: (problem) => showError(problem),
  })
  return {
    pending: push.isPending,
    run: () => push.mutate({ params: { accountId: plan.accountId }, body: { plan: plan.plan } }),
  }
}
