import { Suspense, useState } from 'react'
import { connectionsChanged } from '#features/platform/connections/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle, IconCreditCard } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type AnalyticsPlan, listAnalyticsPlans, manageAnalyticsPlans, readAnalyticsSystem } from '../contract.ts'
import { useText } from '../texts.ts'
import { SyncBadge } from './sync-badge.tsx'

const ComparePlan = lazyNamed(() => import('./compare-plan.tsx'), 'ComparePlan')
const SystemActions = lazyNamed(() => import('./system-actions.tsx'), 'SystemActions')
const PushAll = lazyNamed(() => import('./push-all.tsx'), 'PushAll')

/** The plans of all accounts beside what the analytics system has. */
export function AnalyticsPlansPage() {
  const t = useText()
  const phone = useIsMobile()
  const [openedPlan, setOpenedPlan] = useState<AnalyticsPlan>()
  const [pushing, setPushing] = useState(false)
  const state = useListState({ filters: ['q', 'state'], sort: 'account,ASC' })
  const list = useList(listAnalyticsPlans, { query: state.query })
  const mayPush = useAllows(manageAnalyticsPlans)
  useTopic(connectionsChanged, mayPush ? {} : undefined, (message) => {
    if (!message || message.id === 'plans:shared') void refresh(listAnalyticsPlans, readAnalyticsSystem)
  })
  const onlyDifferent = state.filters.state?.[0] === 'Different'
  const columns: readonly Column<AnalyticsPlan>[] = [
    {
      id: 'account',
      label: t('account'),
      sort: 'account',
      minWidth: 14,
      fixed: true,
      cell: (row) => row.accountDisplayName,
    },
    { id: 'state', label: t('state'), width: 9, fixed: true, cell: (row) => <SyncBadge row={row} /> },
    { id: 'plan', label: t('plan'), width: 10, cell: ({ plan }) => plan ?? t('noPlan') },
    {
      id: 'analyticsPlan',
      label: t('analyticsPlan'),
      width: 10,
      cell: ({ analyticsPlan }) => analyticsPlan ?? t('noPlan'),
    },
    {
      id: 'differences',
      label: t('differences'),
      width: 10,
      align: 'right',
      cell: ({ differences }) => formatCount(differences.length),
    },
    {
      id: 'pushed',
      label: t('pushed'),
      width: 12,
      cell: ({ pushed }) => (pushed ? formatDateTime(pushed) : t('never')),
    },
  ]
  const actions = mayPush && (
    <>
      <Suspense>
        <SystemActions />
      </Suspense>
      <Button onClick={() => setPushing(true)}>{t('pushAll')}</Button>
    </>
  )
  const gridProps = {
    label: t('title'),
    list,
    id: ({ accountId }: AnalyticsPlan) => accountId,
    onOpen: (row: AnalyticsPlan) => setOpenedPlan(row),
    empty: (
      <EmptyState
        colour={onlyDifferent ? 'green' : 'blue'}
        icon={<IconCreditCard size={22} aria-hidden />}
        title={t(onlyDifferent ? 'allSynced' : 'empty')}
      >
        {t(onlyDifferent ? 'allSyncedText' : 'emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note')} actions={actions} />
      <SystemCallout />
      <FilterBar
        right={<Total list={list} words={(count) => t('total', { count: list.total ?? 0 }).replace(/\d+/, count)} />}
      >
        <SearchField state={state} label={t('search')} />
        <Button
          variant={onlyDifferent ? 'light' : 'default'}
          aria-pressed={onlyDifferent}
          onClick={() => state.setFilter('state', onlyDifferent ? [] : ['Different'])}
        >
          {t('onlyDifferent')}
        </Button>
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(row) => ({
              title: row.accountDisplayName,
              meta: (
                <>
                  {row.plan ?? t('noPlan')} <SyncBadge row={row} />
                </>
              ),
            })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={({ accountDisplayName }) => accountDisplayName} />
        )}
      </GridFrame>
      {phone && actions && <BottomBar>{actions}</BottomBar>}
      <Suspense>
        {openedPlan && <ComparePlan found={openedPlan} mayPush={mayPush} onClose={() => setOpenedPlan(undefined)} />}
        {pushing && <PushAll onClose={() => setPushing(false)} />}
      </Suspense>
    </Page>
  )
}

/** What waits for the connected analytics system, what it rejected, and why; nothing while all is done. */
function SystemCallout() {
  const t = useText()
  const { data } = useQueryOf(readAnalyticsSystem, {})
  if (!data || data.waiting + data.failed === 0) return null
  const { waiting, failed, failure } = data
  const counts = [
    failed > 0 && t('pushesFailed', { count: failed }),
    waiting > 0 && t('pushesWait', { count: waiting }),
  ]
  return (
    <Callout
      colour={failed > 0 ? 'red' : failure ? 'orange' : 'blue'}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={counts.filter(Boolean).join(' · ')}
    >
      {failure}
    </Callout>
  )
}
