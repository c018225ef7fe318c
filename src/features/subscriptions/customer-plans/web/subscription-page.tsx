import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { editSubscriptions, readCustomerPlan, readSubscriptionHistory } from '../contract.ts'
import { EditSubscription } from './edit-subscription.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'
import { ContractCard, HistoryCard, ServicesCard, UsageCard } from './subscription-cards.tsx'
import { useText } from './text.ts'

/** One subscription: contract, limits with their use, services, and history. */
export function SubscriptionPage() {
  const { subscriptionId: id = '' } = useParams({ strict: false }) as { subscriptionId?: string }
  return <SubscriptionView id={id} />
}

/** The same for the page of an account. */
export function SubscriptionView({ id }: { id: string }) {
  const t = useText()
  const [editing, setEditing] = useState(false)
  const { data: found, error, refetch } = useQueryOf(readCustomerPlan, { params: { id } })
  const mayEdit = useAllows(editSubscriptions, found?.account)
  const mayHistory = useAllows(readSubscriptionHistory)
  usePageLabel(found?.accountDisplayName)
  if (error && !found)
    return (
      <NotFoundState page error={error} retry={() => void refetch()} icon={IconCreditCard} title={t('gone')}>
        {t('goneText')}
      </NotFoundState>
    )
  if (!found) return <LoadingRows rows={8} />
  return (
    <Page>
      <PageHeader
        stacked
        title={
          found.plan
            ? t('pageTitle', { account: found.accountDisplayName, plan: found.plan.name })
            : found.accountDisplayName
        }
        badges={<SubscriptionBadge row={found} />}
        note={t(found.showToCustomer ? 'shown' : 'notShown')}
        actions={
          mayEdit && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {t('edit.open')}
            </Button>
          )
        }
      />
      <ContractCard found={found} />
      <UsageCard id={found.id} />
      <ServicesCard services={found.services} />
      {mayHistory && <HistoryCard found={found} />}
      {editing && <EditSubscription found={found} onClose={() => setEditing(false)} />}
    </Page>
  )
}
