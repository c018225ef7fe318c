import type { ComponentProps } from 'react'
import { listPlans } from '#features/subscriptions/plans/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useText } from '../texts.ts'

/** The choice of a plan in its cell: keys choose, as in any list of the browser. */
export function InlinePlan({
  onChange,
  ...field
}: Omit<ComponentProps<'select'>, 'onChange'> & { onChange: (plan: string) => void }) {
  const t = useText()
  const plans = useQueryOf(listPlans, {}).data?._embedded.plans ?? []
  return (
    <select {...field} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{t('noPlan')}</option>
      {plans.map(({ id, name }) => (
        <option key={id} value={id} translate="no">
          {name}
        </option>
      ))}
    </select>
  )
}
