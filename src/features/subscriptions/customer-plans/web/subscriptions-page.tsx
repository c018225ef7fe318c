import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { listPlans } from '#features/subscriptions/plans/contract.ts'
import { plansPath } from '#features/subscriptions/plans/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { useSelection } from '#kit/web/table/use-selection.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type CustomerPlan,
  editSubscriptions,
  listCustomerPlans,
  readSubscriptionHistory,
  subscriptionStates,
} from '../contract.ts'
import { subscriptionPath } from '../paths.ts'
import { useText } from '../texts.ts'
import type { InlineCellAt } from './inline-field.ts'
import { SubscriptionBadge, useDaysLeft } from './subscription-badge.tsx'
import { useSubscriptionColumns } from './use-subscription-columns.tsx'

const ViewsMenu = lazyNamed(() => import('#kit/web/table/views-menu.tsx'), 'ViewsMenu')
const BulkBar = lazyNamed(() => import('#kit/web/table/bulk-bar.tsx'), 'BulkBar')
const ChangePlansDialog = lazyNamed(() => import('./change-plans-dialog.tsx'), 'ChangePlansDialog')
const SubscriptionDetail = lazyNamed(() => import('./subscription-detail.tsx'), 'SubscriptionDetail')
const SubscriptionTotals = lazyNamed(() => import('./subscription-totals.tsx'), 'SubscriptionTotals')

/** The height of the details under a row. */
const DETAIL_REM = 13
const detailOf = (row: CustomerPlan) => (
  <Suspense fallback={<LoadingRows rows={4} />}>
    <SubscriptionDetail row={row} />
  </Suspense>
)

/** The subscriptions of all accounts. */
export function SubscriptionsPage() {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const daysLeft = useDaysLeft()
  const state = useListState({ filters: ['q', 'plan', 'state', 'expiring'], sort: 'account,ASC' })
  const list = useList(listCustomerPlans, { query: state.query })
  const mayEdit = useAllows(editSubscriptions)
  const mayReadTotals = useAllows(readSubscriptionHistory)
  const [editing, setEditing] = useState<InlineCellAt | null>(null)
  const [shownId, setShownId] = useState<string | null>(null)
  const columns = useSubscriptionColumns({ mayEdit, editing, onEdit: setEditing, shown: shownId, onShow: setShownId })
  const [changing, setChanging] = useState(false)
  const selection = useSelection((index) => list.rowAt(index)?.id, state.query)
  const selectedRows = Array.from({ length: list.length }, (_, index) => list.rowAt(index)).filter(
    (row) => row !== undefined && selection.ids.has(row.id),
  ) as CustomerPlan[]
  const plans = useQueryOf(listPlans, {}).data?._embedded.plans ?? []
  const expiring = state.filters.expiring?.[0] === 'true'
  const { sort: _, ...filters } = state.query as Record<string, unknown>
  const gridProps = {
    label: t('list.title'),
    list,
    id: ({ id }: CustomerPlan) => id,
    onOpen: ({ id }: CustomerPlan) => void navigate({ to: subscriptionPath({ subscriptionId: id }) }),
    empty: (
      <EmptyState colour="blue" icon={<IconCreditCard size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader
        title={t('list.title')}
        note={t('list.note')}
        actions={
          <>
            <CsvButton endpoint={listCustomerPlans} input={{ query: filters }} name="subscriptions" />
            <Button variant="default" to={plansPath()}>
              {t('list.plans')}
            </Button>
          </>
        }
      />
      <FilterBar
        right={
          <>
            <Total list={list} words={(count) => t('list.total', { count: list.total ?? 0 }).replace(/\d+/, count)} />
            <Suspense>
              <ViewsMenu list="admin-subscriptions-customers" />
            </Suspense>
          </>
        }
      >
        <SearchField state={state} label={t('list.search')} />
        <Button
          variant={expiring ? 'light' : 'default'}
          aria-pressed={expiring}
          onClick={() => state.setFilter('expiring', expiring ? [] : ['true'])}
        >
          {t('list.expiring')}
        </Button>
        <FilterChip
          state={state}
          name="plan"
          label={t('list.plan')}
          options={[...plans.map(({ name }) => ({ value: name, label: name })), { value: 'none', label: t('noPlan') }]}
        />
        <FilterChip
          state={state}
          name="state"
          label={t('list.state')}
          options={subscriptionStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(row) => ({
              title: row.accountDisplayName,
              meta: (
                <>
                  {row.plan?.name ?? t('noPlan')} <SubscriptionBadge row={row} /> {daysLeft(row)}
                </>
              ),
            })}
          />
        ) : (
          <Grid
            {...gridProps}
            state={state}
            columns={columns}
            name={({ accountDisplayName }) => accountDisplayName}
            open={shownId ?? undefined}
            detail={shownId === null ? undefined : { id: shownId, height: DETAIL_REM, render: detailOf }}
            {...(mayEdit ? { selection, onPeek: ({ id }: CustomerPlan) => setEditing({ id, field: 'plan' }) } : {})}
          />
        )}
        {mayEdit && (
          <Suspense>
            <BulkBar selection={selection}>
              <Button variant="default" onClick={() => setChanging(true)}>
                {t('bulk.open')}
              </Button>
            </BulkBar>
          </Suspense>
        )}
      </GridFrame>
      {mayReadTotals && (
        <Suspense>
          <SubscriptionTotals filters={filters} />
        </Suspense>
      )}
      <Suspense>
        {changing && (
          <ChangePlansDialog
            rows={selectedRows}
            onClose={() => setChanging(false)}
            onDone={() => {
              setChanging(false)
              selection.clear()
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
