import { Badge } from '#kit/web/look/badge.tsx'
import type { CustomerPlan, SubscriptionState } from '../contract.ts'
import { useText } from '../texts.ts'

const colours = {
  NONE: 'light-grey',
  TRIAL: 'light-blue',
  ACTIVE: 'green',
  EXPIRES_SOON: 'orange',
  EXPIRED: 'red',
} as const satisfies Record<SubscriptionState, string>

/** The state of a subscription. */
export function SubscriptionBadge({ row }: { row: Pick<CustomerPlan, 'state'> }) {
  const t = useText()
  return <Badge colour={colours[row.state]}>{t(`state.${row.state}`)}</Badge>
}

/** The days that a subscription has left; nothing without an expiration date. */
export function useDaysLeft(): (row: Pick<CustomerPlan, 'state' | 'daysLeft'>) => string {
  const t = useText()
  return ({ state, daysLeft }) => {
    if (daysLeft === null || state === 'NONE') return ''
    if (daysLeft < 0) return t('expiredFor', { count: -daysLeft })
    return daysLeft === 0 ? t('lastDay') : t('daysLeft', { count: daysLeft })
  }
}
