import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { releasesPath } from '#features/software/release-pages/paths.ts'
import { readReleases } from '#features/software/releases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { StateBadge, useStateLabel } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { type ListState, useListState } from '#kit/web/table/list-state.ts'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  downloadOverview,
  listGroupedOverview,
  listOverviewFilters,
  MOST_ACCOUNTS,
  type OverviewGroup,
  overviewStates,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { label } from './label.ts'
import classes from './overview.module.css'
import { OverviewGrid, WAIT_MS } from './overview-grid.tsx'
import { VersionCell } from './version-cell.tsx'

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
  const { sort: _, ...filterQuery } = state.query
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
            <CsvButton endpoint={downloadOverview} input={{ query: filterQuery }} name="software-overview" />
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

/** Products that have a column; with more, those of the most accounts. */
const MOST_PRODUCTS = 40

type Product = { readonly value: string; readonly label: string; readonly count: number }

/** Accounts by products, those of the most accounts first: the version of each, its state, and how far it is behind. */
function AccountMatrix({ state, products }: { state: ListState; products: readonly Product[] }) {
  const t = useText()
  const navigate = useNavigate()
  const mayOpen = useAllows(readReleases)
  const list = useList(listGroupedOverview, { query: { ...state.query, group: 'account' } }, { timeout: WAIT_MS })
  const wanted = useMemo(() => {
    const chosen = state.filters.products
    return chosen ? products.filter(({ value }) => chosen.includes(value)) : products
  }, [products, state.filters.products])
  const columns = useMatrixColumns(wanted)
  const total = list.total ?? 0
  return (
    <OverviewGrid<OverviewGroup>
      notes={
        <>
          {total > MOST_ACCOUNTS && (
            <InlineAlert>{t('manyAccounts', { most: formatCount(MOST_ACCOUNTS) })}</InlineAlert>
          )}
          {wanted.length > MOST_PRODUCTS && (
            <InlineAlert>{t('manyProducts', { shown: MOST_PRODUCTS, count: wanted.length })}</InlineAlert>
          )}
          <div className={classes.legend}>
            <Total list={list} words={(count) => t('accounts', { total: count, count: total })} />
            {overviewStates.map((one) => (
              <StateBadge key={one} kind="file" state={one} />
            ))}
          </div>
        </>
      }
      list={list}
      state={state}
      columns={columns}
      id={({ key }) => key}
      name={({ displayName }) => displayName}
      {...(mayOpen
        ? { onOpen: ({ rows: [row] }: OverviewGroup) => row && void navigate({ to: releasesPath(row) }) }
        : {})}
      phone={({ displayName, rows, behind }) => ({
        lead: <Monogram name={displayName} size={32} />,
        title: displayName,
        meta: (
          <span className="el">
            {t('products', { total: rows.length, count: rows.length })}
            {behind > 0 && ` · ${t('behindCount', { count: behind })}`}
          </span>
        ),
      })}
    />
  )
}

function useMatrixColumns(products: readonly Product[]): readonly Column<OverviewGroup>[] {
  const t = useText()
  return useMemo(() => {
    const account: Column<OverviewGroup> = {
      id: 'account',
      label: t('column.account'),
      sort: 'name',
      width: 15,
      pinned: true,
      cell: ({ displayName }) => (
        <span className="row" translate="no">
          <Monogram name={displayName} />
          <span className={classes.account}>{displayName}</span>
        </span>
      ),
    }
    return [
      account,
      ...products
        .toSorted((a, b) => b.count - a.count)
        .slice(0, MOST_PRODUCTS)
        .map(({ value, label: name }) => ({
          id: value,
          label: name,
          minWidth: 11,
          cell: ({ rows }: OverviewGroup) => <Versions rows={rows.filter(({ product }) => product === value)} />,
        })),
    ]
  }, [products, t])
}

/** What an account has of a product: mostly one version, and one for each deployment type with releases of it. */
function Versions({ rows }: { rows: OverviewGroup['rows'] }) {
  if (rows.length === 0) return <span className={classes.quiet}>·</span>
  if (rows.length === 1) return <VersionCell row={rows[0]!} inGrid />
  return (
    <span className={classes.several}>
      {rows.map((row) => (
        <VersionCell key={row.deploymentType} row={row} inGrid />
      ))}
    </span>
  )
}
