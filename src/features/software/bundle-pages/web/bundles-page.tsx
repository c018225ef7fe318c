import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { DeploymentType } from '#features/accounts/accounts/contract.ts'
import {
  type Bundle,
  BundleStatus,
  bundleHistoryRecorded,
  listBundles,
  manageBundles,
  readBundle,
} from '#features/software/bundles/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconDots, IconGitBranch, IconPackage, IconPackages, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { StateBadge, useStateLabel } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { MenuAction } from '#kit/web/look/menu-action.ts'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { bundlePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { BundleDialog, type BundleDialogName } from './bundle-dialog.tsx'
import { useLabel } from './label.ts'
import { useBundleMoves } from './use-bundle-moves.tsx'

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
  const [asking, setAsking] = useState<{ bundle: Bundle; dialog: BundleDialogName } | null>(null)
  const movesOf = useBundleMoves((bundle, dialog) => setAsking({ bundle, dialog }))
  const mayMake = useAllows(manageBundles)
  const menu: Column<Bundle> = {
    id: 'menu',
    label: t('files.menu'),
    width: 4.5,
    fixed: true,
    cell: (row) => <RowMenu bundle={row} moves={movesOf(row)} />,
  }
  const columns = [...useBundleColumns(), ...(mayMake ? [menu] : [])]
  useTopic(bundleHistoryRecorded, {}, () => void refresh(listBundles, readBundle))
  const ask = (open: boolean) => address.change({ new: open ? 'yes' : undefined }, 'step')
  const open = ({ id }: Bundle) => void navigate({ to: bundlePath({ bundleId: id }) })
  const make = mayMake && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => ask(true)}>
      {label('newBundle')}
    </Button>
  )
  const gridProps = { label: t('list.label'), list, id: ({ id }: Bundle) => id, onOpen: open, empty: <Empty /> }
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
          <PhoneList {...gridProps} phone={phoneBundle} />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={({ name }) => name} />
        )}
      </GridFrame>
      {phone && make && <BottomBar>{make}</BottomBar>}
      <Suspense>{mayMake && fresh === 'yes' && <NewBundle opened onClose={() => ask(false)} />}</Suspense>
      {asking && <BundleDialog {...asking} onClose={() => setAsking(null)} onDeleted={() => setAsking(null)} />}
    </Page>
  )
}

/** What can be done with the bundle of a row. By keyboard its own page has the same. */
function RowMenu({ bundle, moves }: { bundle: Bundle; moves: readonly MenuAction[] }) {
  const t = useText()
  return (
    <ActionMenu
      groups={[moves]}
      face={(press) => (
        <IconButton
          size={24}
          tabIndex={-1}
          aria-label={t('move.moreOf', { name: bundle.name })}
          aria-haspopup="menu"
          onClick={(event) => {
            event.stopPropagation()
            press?.()
          }}
        >
          <IconDots size={16} aria-hidden />
        </IconButton>
      )}
    />
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

/** The columns of the list of bundles. */
function useBundleColumns(): readonly Column<Bundle>[] {
  const t = useText()
  return [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'name',
      minWidth: 16,
      fixed: true,
      cell: (row) => <TitleCell lead={<Sign bundle={row} />}>{row.name}</TitleCell>,
    },
    { id: 'parent', label: t('column.parent'), width: 13, cell: ({ parentName }) => parentName ?? '–' },
    {
      id: 'status',
      label: t('column.status'),
      sort: 'status',
      width: 8.5,
      cell: ({ status }) => <StateBadge kind="bundle" state={status} />,
    },
    { id: 'type', label: t('column.type'), width: 8, cell: ({ deploymentType }) => deploymentType },
    {
      id: 'files',
      label: t('column.files'),
      width: 6,
      align: 'right',
      cell: ({ figures }) =>
        figures ? t('column.inStorage', { some: figures.inStorage, all: figures.components }) : '–',
    },
    {
      id: 'size',
      label: t('column.size'),
      width: 6,
      align: 'right',
      cell: ({ figures }) => (figures?.size ? formatBytes(figures.size) : '–'),
    },
    {
      id: 'releases',
      label: t('column.delivered'),
      width: 7,
      align: 'right',
      cell: ({ figures }) =>
        figures?.releases ? t('column.inStorage', { some: figures.delivered, all: figures.releases }) : '–',
    },
    {
      id: 'created',
      label: t('column.created'),
      sort: 'created',
      width: 6,
      align: 'right',
      cell: ({ created }) => <Age at={created} />,
    },
  ]
}

/** A row of the list of bundles on a phone. */
function phoneBundle(row: Bundle) {
  return {
    lead: <Sign bundle={row} />,
    title: row.name,
    meta: (
      <>
        <StateBadge kind="bundle" state={row.status} />
        {row.deploymentType}
      </>
    ),
    end: <Age at={row.created} />,
  }
}

function Sign({ bundle }: { bundle: Bundle }) {
  return bundle.parentId ? <IconGitBranch size={16} aria-hidden /> : <IconPackage size={16} aria-hidden />
}
