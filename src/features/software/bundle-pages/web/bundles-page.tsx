import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DeploymentType } from '#features/accounts/accounts/contract.ts'
import {
  type Bundle,
  BundleStatus,
  bundleHistoryRecorded,
  listBundles,
  manageBundles,
} from '#features/software/bundles/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { IconPackages, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useStateLabel } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
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
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { bundlePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { phoneBundle, useBundleColumns } from './bundle-columns.tsx'
import { useLabel } from './label.ts'

const NewBundle = lazyNamed(() => import('./new-bundle.tsx'), 'NewBundle')

/** Every bundle, newest first. */
export function BundlesPage() {
  const t = useText()
  const label = useLabel()
  const stateLabel = useStateLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const address = useUrlQuery<'new'>()
  const fresh = address.query.new
  const state = useListState({ filters: ['nameContains', 'status', 'deploymentType', 'isPatch'], sort: 'created,DESC' })
  const query = { ...state.query, ...oneOf(state.filters) }
  const list = useList(listBundles, { query })
  const columns = useBundleColumns()
  const mayMake = useAllows(manageBundles)
  useTopic(bundleHistoryRecorded, {}, () => void refresh(listBundles))
  const ask = (open: boolean) => address.change({ new: open ? 'yes' : undefined }, 'step')
  const open = ({ id }: Bundle) => void navigate({ to: bundlePath({ bundleId: id }) })
  const make = mayMake && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => ask(true)}>
      {label('newBundle')}
    </Button>
  )
  const shared = { label: t('list.label'), list, id: ({ id }: Bundle) => id, onOpen: open, empty: <Empty /> }
  return (
    <Page kind="fill">
      <PageHeader
        title={label('bundles')}
        note={t('list.note')}
        actions={
          <>
            <CsvButton endpoint={listBundles} input={{ query }} name="bundles" />
            {make}
          </>
        }
      />
      <FilterBar
        right={<Total list={list} words={(count) => t('list.count', { total: count, count: list.total ?? 0 })} />}
      >
        <SearchField state={state} name="nameContains" label={t('list.search')} />
        <FilterChip
          state={state}
          name="status"
          label={t('column.status')}
          options={BundleStatus.options.map((value) => ({ value, label: stateLabel('bundle', value) }))}
        />
        <FilterChip
          state={state}
          name="deploymentType"
          label={t('column.type')}
          options={DeploymentType.options.map((value) => ({ value, label: value }))}
        />
        <FilterChip
          state={state}
          name="isPatch"
          label={t('column.kind')}
          options={['false', 'true'].map((value) => ({
            value,
            label: t(value === 'true' ? 'list.patches' : 'list.whole'),
          }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList {...shared} phone={phoneBundle} />
        ) : (
          <Grid {...shared} state={state} columns={columns} name={({ name }) => name} />
        )}
      </GridFrame>
      {phone && make && <BottomBar>{make}</BottomBar>}
      <Suspense>{mayMake && fresh === 'yes' && <NewBundle opened onClose={() => ask(false)} />}</Suspense>
    </Page>
  )
}

/** Both values chosen equals none. */
function oneOf({ isPatch }: Readonly<Record<string, readonly string[]>>): { isPatch: boolean | undefined } {
  return { isPatch: isPatch?.length === 1 ? isPatch[0] === 'true' : undefined }
}

function Empty() {
  const t = useText()
  return (
    <EmptyState colour="grey" icon={<IconPackages size={22} aria-hidden />} title={t('list.empty')}>
      {t('list.emptyText')}
    </EmptyState>
  )
}
