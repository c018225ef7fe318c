import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type CustomerPlan,
  editCustomerPlan,
  listCustomerPlans,
  listSubscriptionHistory,
  readCustomerPlan,
  readSubscriptionTotals,
} from '../contract.ts'
import type { InlineField } from './inline-field.ts'
import { useText } from './text.ts'

type Value = string | number | null

/** Saves one field of a subscription; the toast that says so undoes it. */
export function useInlineSave() {
  const t = useText()
  const edit = useMutationOf(editCustomerPlan, {
    refreshes: [listCustomerPlans, readCustomerPlan, listSubscriptionHistory, readSubscriptionTotals],
    onProblem: (problem) =>
      showError(problem, problem.status === 412 ? { text: t('edit.stale'), asWarning: true } : undefined),
  })
  return (row: CustomerPlan, field: InlineField, value: Value) => {
    const { id, accountDisplayName: account, [field]: before } = row
    const params = { id }
    edit.mutate(
      { params, body: { [field]: value }, version: row.version },
      {
        onSuccess: ({ version }) =>
          toast({
            title: t('edit.done', { account }),
            autoClose: 10_000,
            action: { label: t('inline.undo'), run: () => edit.mutate({ params, body: { [field]: before }, version }) },
          }),
      },
    )
  }
}
