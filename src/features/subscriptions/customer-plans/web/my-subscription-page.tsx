import { useQueryOf } from '#kit/web/data/query.ts'
import { IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { listCustomerPlans } from '../contract.ts'
import { SubscriptionView } from './subscription-page.tsx'
import { useText } from './text.ts'

/** The subscription of the account that the page is about. */
export function MySubscriptionPage() {
  const t = useText()
  const account = useAccount()
  const { data, error, refetch } = useQueryOf(
    listCustomerPlans,
    { query: { account: account?.name ?? '', size: 1 } },
    { enabled: account !== null },
  )
  if (error && !data) return <ErrorState page error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows rows={8} />
  const [found] = data._embedded.plans
  if (!found)
    return (
      <EmptyState page colour="grey" icon={<IconCreditCard size={28} aria-hidden />} title={t('hidden')}>
        {t('hiddenText')}
      </EmptyState>
    )
  return <SubscriptionView id={found.id} />
}
