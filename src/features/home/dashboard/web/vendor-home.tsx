import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { homeActions } from '#features/accounts/account-pages/web/index.ts'
import { listAccounts } from '#features/accounts/accounts/contract.ts'
import { casesUpdated } from '#features/support/cases/contract.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Stats } from '#kit/web/look/figure.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { ColumnMenu } from '#kit/web/table/column-menu.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useColumns } from '#kit/web/table/use-columns.ts'
import { ViewsMenu } from '#kit/web/table/views-menu.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { accountDashboardPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useAccountColumns } from './account-columns.tsx'
import { AccountFilterChips } from './account-filter-chips.tsx'
import { accountFilterNames } from './account-filters.ts'
import { accountRow } from './account-phone-row.tsx'
import type { AccountRow } from './account-rows.ts'
import { NoAccounts } from './no-accounts.tsx'
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
  const shared = {
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
          <PhoneList {...shared} phone={accountRow} />
        ) : (
          <Grid
            {...shared}
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
