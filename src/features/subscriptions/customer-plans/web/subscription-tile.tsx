import { Link } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listCustomerPlans, readSubscriptions } from '../contract.ts'
import { accountSubscriptionPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { SubscriptionBadge, useDaysLeft } from './subscription-badge.tsx'

/** The plan of the page's account, with the days left; nothing where it is not shown to the user. */
export function SubscriptionTile() {
  const account = useAccount()
  const may = useAllows(readSubscriptions, account?.name)
  return account && may ? <Tile account={account} /> : null
}

function Tile({ account }: { account: AccountChoice }) {
  const t = useText()
  const label = useLabel()
  const daysLeft = useDaysLeft()
  const [subscription] =
    useQueryOf(listCustomerPlans, { query: { account: account.name, size: 1 } }).data?._embedded.plans ?? []
  if (!subscription) return null
  return (
    <Card title={label('mine')} right={<Link to={accountSubscriptionPath({ account })}>{t('open')}</Link>}>
      <DescriptionList
        lines={[
          [t('list.plan'), subscription.plan?.name ?? t('noPlan')],
          [t('list.state'), <SubscriptionBadge key="state" row={subscription} />],
          [t('list.expires'), subscription.expirationDate && formatDate(subscription.expirationDate)],
          [t('list.left'), daysLeft(subscription)],
        ]}
      />
    </Card>
  )
}
