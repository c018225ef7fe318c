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
import { useTermsText } from '../texts.ts'
import { type InlineField, storedField } from './inline-field.ts'

type Value = string | number | null

/** Saves a field of a subscription; the toast that says so undoes it, also when the field is gone. */
export function useInlineSave(row: CustomerPlan, field: InlineField): (value: Value) => void {
  const t = useTermsText()
  const { id, version } = row
  const before = storedField(row, field)
  const edit = useMutationOf(editCustomerPlan, {
    refreshes: [listCustomerPlans, readCustomerPlan, listSubscriptionHistory, readSubscriptionTotals],
    onSuccess(saved, { body }) {
      const isUndone = (body as Record<string, unknown>)[field] === before
      // Another plan begins its period, which sets the expiration date too.
      const undone =
        field === 'plan' ? { plan: row.plan?.id ?? null, expirationDate: row.expirationDate } : { [field]: before }
      const undo = () => edit.mutate({ params: { id }, body: undone, version: saved.version })
      toast({
        title: t('edit.done', { account: row.accountDisplayName }),
        autoClose: 10_000,
        ...(isUndone || (field === 'plan' && row.state === 'EXPIRED')
          ? {}
          : { action: { label: t('inline.undo'), run: undo } }),
      })
    },
    onProblem: (problem) =>
      showError(problem, problem.status === 412 ? { text: t('edit.stale'), asWarning: true } : undefined),
  })
  return (value) => edit.mutate({ params: { id }, body: { [field]: value }, version })
}
