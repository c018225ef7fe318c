import { VisuallyHidden } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import {
  type CustomerPlanDetail,
  editSubscriptions,
  listCustomerPlans,
  readCustomerPlan,
  readSubscriptionHistory,
  readSubscriptionUsage,
  type ServiceUsage,
} from '../contract.ts'
import { useNextText, useTermsText } from '../texts.ts'
import { BurnDownCard } from './burn-down-card.tsx'
import { shareOf, toneOf } from './limit-share.ts'
import limitTilesClasses from './limit-tiles.module.css'
import { useNextPlan, useQuestion } from './next-plan.ts'
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
      {(subscription) => (
        <Page>
          <PageHeader
            stacked
            title={isStaff ? t('pageTitle', { account: subscription.accountDisplayName }) : t('mine')}
            note={
              isStaff
                ? t(subscription.showToCustomer ? 'shown' : 'notShown')
                : t('mineNote', { account: subscription.accountDisplayName })
            }
            actions={
              <>
                {mayEdit && (
                  <Button variant="default" onClick={() => setEditing(true)}>
                    {t('edit.open')}
                  </Button>
                )}
                {!isStaff && <AskButton found={subscription} />}
              </>
            }
          />
          <div className={classes.top}>
            <PlanSummary found={subscription} />
            <LimitTiles id={subscription.id} />
          </div>
          <NextPlanCard found={subscription} />
          <div className={classes.columns}>
            <ContractCard found={subscription} />
            <BurnDownCard id={subscription.id} />
          </div>
          <ServicesCard services={subscription.services} />
          {mayHistory && <HistoryCard found={subscription} />}
          <Suspense>{editing && <EditSubscription found={subscription} onClose={() => setEditing(false)} />}</Suspense>
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
        const [subscription] = data._embedded.plans
        if (!subscription)
          return (
            <EmptyState page colour="grey" icon={<IconCreditCard size={28} aria-hidden />} title={t('hidden')}>
              {t('hiddenText')}
            </EmptyState>
          )
        return <SubscriptionView id={subscription.id} />
      }}
    </QueryView>
  )
}

/** What the next plan in display order has that the account's does not. */
function NextPlanCard({ found }: { found: CustomerPlanDetail }) {
  const t = useTermsText()
  const tNext = useNextText()
  const next = useNextPlan(found)
  if (!next) return null
  const { plan, different, same } = next
  return (
    <Card
      title={tNext('title', { plan: plan.name })}
      note={tNext('count', { count: different.length, total: different.length + same.length })}
      flush
    >
      {different.length === 0 ? (
        <p className={classes.empty}>{tNext('nothing')}</p>
      ) : (
        <PlainTable
          label={tNext('title', { plan: plan.name })}
          rows={different}
          id={({ name }) => name}
          columns={[
            { id: 'service', label: t('services.name'), cell: ({ service }) => service },
            { id: 'here', label: tNext('here', { plan: found.plan?.name ?? t('noPlan') }), cell: ({ here }) => here },
            { id: 'there', label: plan.name, cell: ({ there }) => <strong>{there}</strong> },
          ]}
        />
      )}
      {same.length > 0 && (
        <p className={classes.same}>
          {tNext('same', { count: same.length, names: same.map(({ service }) => service).join(', ') })}
        </p>
      )}
    </Card>
  )
}

/** The limits of an account, each with its use. */
function LimitTiles({ id }: { id: string }) {
  const t = useTermsText()
  const query = useQueryOf(readSubscriptionUsage, { params: { id } })
  return (
    <section className={limitTilesClasses.tiles}>
      <VisuallyHidden component="h2">{t('usage.title')}</VisuallyHidden>
      <QueryView query={query} rows={4}>
        {(data) => data._embedded.limits.map((usage) => <LimitTile key={usage.facet.name} usage={usage} />)}
      </QueryView>
    </section>
  )
}

function LimitTile({ usage }: { usage: ServiceUsage }) {
  const { facet, used, limit, exceeded } = usage
  const t = useTermsText()
  const shown = (count: number) => (facet.unit === 'bytes' ? formatBytes(count) : formatCount(count))
  const tone = toneOf(usage)
  const rest =
    limit === null ? t('usage.none') : exceeded ? t('usage.exceeded') : t('usage.left', { rest: shown(limit - used) })
  return (
    <div className={limitTilesClasses.tile}>
      <h3>{facet.subcategory}</h3>
      <p className={limitTilesClasses.figure}>
        <strong>{shown(used)}</strong> {limit !== null && t('usage.of', { limit: shown(limit) })}
      </p>
      <div className={limitTilesClasses.bar} data-tone={tone} data-none={limit === null || undefined} aria-hidden>
        <span style={{ width: `${100 * shareOf(usage)}%` }} />
      </div>
      <p className={limitTilesClasses.rest} data-tone={tone}>
        {rest}
      </p>
    </div>
  )
}
