import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { homeActions } from '#features/accounts/account-pages/web/index.ts'
import { DeploymentType, listAccounts, listMyAccounts, Region, Stage } from '#features/accounts/accounts/contract.ts'
import { casesUpdated } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconBuilding, IconX } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { FilteredEmpty } from '#kit/web/states/filtered-empty.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { ColumnMenu } from '#kit/web/table/column-menu.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { type ListState, useListState } from '#kit/web/table/list-state.ts'
import { PhoneList, type PhoneRow } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useColumns } from '#kit/web/table/use-columns.ts'
import { ViewsMenu } from '#kit/web/table/views-menu.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { accountDashboardPath } from '../paths.ts'
import { text, useText } from '../texts.ts'
import { useAccountColumns } from './account-columns.tsx'
import classes from './account-filter-chips.module.css'
import { type AccountFilters, accountFilterNames, afterChange, type FilterChange, isAll } from './account-filters.ts'
import type { AccountRow } from './account-rows.ts'
import { refreshFigures, useAccountList } from './use-account-list.ts'

const HomeFigures = lazyNamed(() => import('./home-stats.tsx'), 'HomeFigures')
/** They hold the place of the figures. */
const emptyFigures = ['modems', 'outages', 'open', 'plans'].map((id) => ({
  id,
  label: '\u00a0',
  value: '–',
  note: '\u00a0',
}))

/** The home of vendor staff: every account with its support figures, outages first. */
export function VendorHome() {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const state = useListState({ filters: ['q', ...accountFilterNames], sort: 'outages,DESC' })
  const home = useAccountList(state)
  const all = useAccountColumns()
  const columns = useColumns('accounts', all)
  useTopic(casesUpdated, { vendor: useMe().vendor.id }, refreshFigures)
  const open = ({ account }: AccountRow) => void navigate({ to: accountDashboardPath({ account }) })
  const { sort: _, ...filters } = state.query
  const active = home.rows.filter(({ account }) => account.active).length
  const gridProps = {
    label: t('home.grid'),
    list: home.list,
    id: ({ account }: AccountRow) => account.id,
    onOpen: open,
    empty: <NoAccounts state={state} />,
  }
  return (
    <Page kind="fill">
      <PageHeader
        title={t('home.title')}
        note={home.at && t('home.note', { count: home.rows.length, active, at: home.at })}
        actions={
          <>
            <CsvButton endpoint={listAccounts} input={{ query: filters }} name="accounts" />
            <Parts place={homeActions} />
          </>
        }
      />
      <FilterBar
        right={
          <>
            <Total list={home.list} words={(count) => t('home.total', { count })} />
            {!phone && (
              <>
                <ViewsMenu list="accounts" />
                <ColumnMenu columns={all} isShown={columns.isShown} toggle={columns.toggle} />
              </>
            )}
          </>
        }
      >
        <SearchField state={state} label={t('home.search')} />
        <AccountFilterChips state={state} />
      </FilterBar>
      <Suspense fallback={<Stats figures={emptyFigures} />}>
        <HomeFigures rows={home.rows} />
      </Suspense>
      <GridFrame>
        {phone ? (
          <PhoneList {...gridProps} phone={accountRow} />
        ) : (
          <Grid
            {...gridProps}
            state={state}
            columns={columns.shown}
            name={({ account }) => account.displayName}
            rowHeight={3}
          />
        )}
      </GridFrame>
    </Page>
  )
}

/** An account in the phone list: name, outage or stage, and the number of open cases. */
function accountRow({ account, stats }: AccountRow): PhoneRow {
  return {
    lead: <Monogram name={account.displayName} size={32} />,
    title: account.displayName,
    meta: stats?.outagesOpen ? (
      <Badge colour="red" blinking>
        {text('live', { count: stats.outagesOpen })}
      </Badge>
    ) : (
      <StateBadge kind="stage" state={account.stage}>
        {text(`stage.${account.stage}`)}
      </StateBadge>
    ),
    end: stats?.open ? text('choose.open', { count: stats.open }) : text('choose.quiet'),
  }
}

/** Explains why the grid of accounts is empty, and the next step. */
function NoAccounts({ state }: { state: ListState }) {
  const t = useText()
  if (Object.keys(state.filters).length === 0) {
    return (
      <EmptyState colour="blue" icon={<IconBuilding size={22} aria-hidden />} title={t('home.emptyTitle')}>
        {t('home.emptyText')}
      </EmptyState>
    )
  }
  return (
    <FilteredEmpty title={t('home.noneTitle')} clear={{ label: t('home.clear'), run: state.clear }}>
      {t('home.noneText')}
    </FilteredEmpty>
  )
}

/** The account filters: *All* and the stages as chips, region, type and customer-success manager in menus. */
function AccountFilterChips({ state }: { state: ListState }) {
  const t = useText()
  const everyone = useQueryOf(listMyAccounts, { query: {} }).data?._embedded.accounts ?? []
  const csms = new Map(everyone.flatMap(({ csm }) => (csm ? [[csm.username, csm.fullName]] : [])))
  const change = (what: FilterChange) => apply(state, afterChange(state.filters, what))
  return (
    <>
      <fieldset className={classes.chips} aria-label={t('home.filters')}>
        <button type="button" aria-pressed={isAll(state.filters)} onClick={() => change({ all: true })}>
          {t('home.all')}
        </button>
        {Stage.options.map((stage) => {
          const on = state.filters.stage?.includes(stage) ?? false
          return (
            <button key={stage} type="button" aria-pressed={on} onClick={() => change({ name: 'stage', value: stage })}>
              {t(`stage.${stage}`)}
              {on && <IconX size={13} aria-hidden />}
            </button>
          )
        })}
      </fieldset>
      <FilterChip
        state={state}
        name="region"
        label={t('home.region')}
        options={Region.options.map((value) => ({ value, label: t(`region.${value}`) }))}
      />
      <FilterChip
        state={state}
        name="deploymentTypes"
        label={t('home.type')}
        options={DeploymentType.options.map((value) => ({ value, label: t(`stagesOf.${value}`) }))}
      />
      <FilterChip
        state={state}
        name="csm"
        label={t('home.csm')}
        options={[...csms].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))}
      />
    </>
  )
}

/** Also names the removed filters, so that they leave the address. */
function apply(state: ListState, filters: AccountFilters): void {
  state.setFilters(Object.fromEntries(accountFilterNames.map((name) => [name, filters[name] ?? []])))
}
