import { Suspense } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useStateLabel } from '#kit/web/look/badge.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { type ListState, useListState } from '#kit/web/table/list-state.ts'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { downloadOverview, listOverviewFilters, overviewStates } from '../contract.ts'
import { useText } from '../texts.ts'
import { AccountMatrix } from './account-matrix.tsx'
import { label } from './label.ts'

const ProductList = lazyNamed(() => import('./product-list.tsx'), 'ProductList')
const RowList = lazyNamed(() => import('./row-list.tsx'), 'RowList')

const filters = ['q', 'products', 'versions', 'deploymentTypes', 'states', 'groups', 'isBehind'] as const
const views = ['account', 'product', 'none'] as const

/** What software each account has and runs: accounts by products, products, or one row for each of both. */
export function OverviewPage() {
  const t = useText()
  const phone = useIsMobile()
  const { query, change } = useUrlQuery<'group'>()
  const view = views.find((one) => one === query.group) ?? 'account'
  const state = useListState({ filters, sort: view === 'none' ? 'account,ASC' : 'name,ASC' })
  const { sort: _, ...filtered } = state.query
  const values = useQueryOf(listOverviewFilters, {}).data
  const choice = (
    <SegmentedControl
      aria-label={t('view')}
      options={[
        { value: 'account', label: t('byAccount') },
        { value: 'product', label: t('byProduct') },
        { value: 'none', label: t('list') },
      ]}
      value={view}
      onChange={(next) => change({ group: next === 'account' ? undefined : next, sort: undefined }, 'step')}
    />
  )
  return (
    <Page kind="fill">
      <PageHeader
        title={label('overview')}
        note={t('note')}
        actions={
          <>
            {choice}
            <CsvButton endpoint={downloadOverview} input={{ query: filtered }} name="software-overview" />
          </>
        }
      />
      <FilterBar>
        <SearchField state={state} label={t('search')} />
        <Filters state={state} values={values} />
      </FilterBar>
      {view === 'account' && <AccountMatrix state={state} products={values?.products ?? []} />}
      <Suspense>
        {view === 'product' && (
          <ProductList state={state} onOpen={(product) => change({ group: 'none', products: product }, 'step')} />
        )}
        {view === 'none' && <RowList state={state} />}
      </Suspense>
      {phone && <BottomBar>{choice}</BottomBar>}
    </Page>
  )
}

type Values = NonNullable<ReturnType<typeof useQueryOf<typeof listOverviewFilters>>['data']>

function Filters({ state, values }: { state: ListState; values: Values | undefined }) {
  const t = useText()
  const stateLabel = useStateLabel()
  const groups = values?.groups ?? []
  return (
    <>
      <FilterChip state={state} name="products" label={t('filter.products')} options={values?.products ?? []} />
      <FilterChip state={state} name="versions" label={t('filter.versions')} options={values?.versions ?? []} />
      <FilterChip
        state={state}
        name="deploymentTypes"
        label={t('filter.types')}
        options={values?.deploymentTypes ?? []}
      />
      <FilterChip
        state={state}
        name="states"
        label={t('filter.states')}
        options={overviewStates.map((value) => ({ value, label: stateLabel('file', value) }))}
      />
      {groups.length > 0 && <FilterChip state={state} name="groups" label={t('filter.groups')} options={groups} />}
      <FilterChip
        one
        state={state}
        name="isBehind"
        label={t('filter.behind')}
        options={[
          { value: 'true', label: t('filter.yes') },
          { value: 'false', label: t('filter.no') },
        ]}
      />
    </>
  )
}
