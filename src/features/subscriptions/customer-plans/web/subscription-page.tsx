import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import {
  type CustomerPlanDetail,
  editSubscriptions,
  listCustomerPlans,
  readCustomerPlan,
  readSubscriptionHistory,
} from '../contract.ts'
import { useNextText, useTermsText } from '../texts.ts'
import { BurnDownCard } from './burn-down-card.tsx'
import { LimitTiles } from './limit-tiles.tsx'
import { useNextPlan, useQuestion } from './next-plan.ts'
import { NextPlanCard } from './next-plan-card.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { ContractCard, HistoryCard, ServicesCard } from './subscription-cards.tsx'
import classes from './subscription-page.module.css'

const EditSubscription = lazyNamed(() => import('./edit-subscription.tsx'), 'EditSubscription')

/** One subscription: contract, limits with their use, services, and history. */
export function SubscriptionPage() {
  const { subscriptionId: id = '' } = useParams({ strict: false }) as { subscriptionId?: string }
  return <SubscriptionView id={id} />
}

function SubscriptionView({ id }: { id: string }) {
  const t = useTermsText()
  const [editing, setEditing] = useState(false)
  const query = useQueryOf(readCustomerPlan, { params: { id } })
  const mayEdit = useAllows(editSubscriptions, query.data?.account)
  const mayHistory = useAllows(readSubscriptionHistory)
  const isStaff = isVendor(usePrincipal())
  usePageLabel(query.data?.accountDisplayName)
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState page icon={IconCreditCard} title={t('gone')}>
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(found) => (
        <Page>
          <PageHeader
            stacked
            title={isStaff ? t('pageTitle', { account: found.accountDisplayName }) : t('mine')}
            note={
              isStaff
                ? t(found.showToCustomer ? 'shown' : 'notShown')
                : t('mineNote', { account: found.accountDisplayName })
            }
            actions={
              <>
                {mayEdit && (
                  <Button variant="default" onClick={() => setEditing(true)}>
                    {t('edit.open')}
                  </Button>
                )}
                {!isStaff && <AskButton found={found} />}
              </>
            }
          />
          <div className={classes.top}>
            <PlanSummary found={found} />
            <LimitTiles id={found.id} />
          </div>
          <NextPlanCard found={found} />
          <div className={classes.columns}>
            <ContractCard found={found} />
            <BurnDownCard id={found.id} />
          </div>
          <ServicesCard services={found.services} />
          {mayHistory && <HistoryCard found={found} />}
          <Suspense>{editing && <EditSubscription found={found} onClose={() => setEditing(false)} />}</Suspense>
        </Page>
      )}
    </QueryView>
  )
}

/** Opens a new case that asks about the next plan, or about the own one. */
function AskButton({ found }: { found: CustomerPlanDetail }) {
  const tNext = useNextText()
  const next = useNextPlan(found)
  const question = useQuestion(found)
  return (
    <Button to={question(next?.plan.name)}>
      {found.csm ? tNext('askCsm', { name: found.csm.fullName }) : tNext('ask')}
    </Button>
  )
}

/** The subscription of the page's account. */
export function MySubscriptionPage() {
  const t = useTermsText()
  const account = useAccount()
  const query = useQueryOf(
    listCustomerPlans,
    { query: { account: account?.name ?? '', size: 1 } },
    { enabled: account !== null },
  )
  return (
    <QueryView query={query} page rows={8}>
      {(data) => {
        const [found] = data._embedded.plans
        if (!found)
          return (
            <EmptyState page colour="grey" icon={<IconCreditCard size={28} aria-hidden />} title={t('hidden')}>
              {t('hiddenText')}
            </EmptyState>
          )
        return <SubscriptionView id={found.id} />
      }}
    </QueryView>
  )
}
