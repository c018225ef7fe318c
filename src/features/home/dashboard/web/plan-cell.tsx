import { endsSoon, type PlanSummary } from '#features/subscriptions/customer-plans/contract.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { useText } from '../texts.ts'

/** The plan of an account: its name, or the days that it has left when they are few. */
export function PlanCell({ plan }: { plan: PlanSummary | undefined }) {
  const t = useText()
  if (!plan?.plan) return '–'
  if (plan.state === 'EXPIRED')
    return (
      <span title={plan.plan}>
        <Badge colour="red">{t('planExpired')}</Badge>
      </span>
    )
  if (!endsSoon(plan)) return plan.plan
  return (
    <span title={plan.plan}>
      <Badge colour="orange">{t('planEnds', { count: plan.daysLeft ?? 0 })}</Badge>
    </span>
  )
}
