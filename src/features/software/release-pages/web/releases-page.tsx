import { useNavigate } from '@tanstack/react-router'
import { DeploymentType } from '#features/accounts/accounts/contract.ts'
import { accountReleasesChanged, type BundleRelease, listReleases } from '#features/software/releases/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconPackages } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Parts } from '#kit/web/parts.tsx'
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
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { releasePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { releasesHead } from './places.ts'
import { ReleaseBadge } from './release-badge.tsx'

/** The delivered releases of an account; vendor staff also see waiting ones. */
export function ReleasesPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const account = useAccount()
  const state = useListState({ filters: ['nameContains', 'deploymentType'], sort: 'created,DESC' })
  const query = { ...state.query, account: account ? [account.name] : undefined }
  const list = useList(listReleases, { query })
  const columns = useReleaseColumns()
  useTopic(accountReleasesChanged, account ? { account: account.name } : undefined, () => void refresh(listReleases))
  const gridProps = {
    label: label('releases'),
    list,
    id: ({ id }: BundleRelease) => id,
    onOpen: (row: BundleRelease) => void navigate({ to: releasePath({ ...row, releaseId: row.id }) }),
    empty: (
      <EmptyState colour="grey" icon={<IconPackages size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader
        title={label('releases')}
        note={t('list.note', { account: account?.displayName ?? '' })}
        actions={<CsvButton endpoint={listReleases} input={{ query }} name="releases" />}
      />
      {account && <Parts place={releasesHead} account={account.name} />}
      <FilterBar right={<Total list={list} words={(total) => t('list.count', { total, count: list.total ?? 0 })} />}>
        <SearchField state={state} name="nameContains" label={t('list.search')} />
        <FilterChip
          state={state}
          name="deploymentType"
          label={t('column.type')}
          options={DeploymentType.options.map((value) => ({ value, label: value }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList {...gridProps} phone={phoneRelease} />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={({ name }) => name} />
        )}
      </GridFrame>
    </Page>
  )
}

function useReleaseColumns(): readonly Column<BundleRelease>[] {
  const t = useText()
  return [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'name',
      minWidth: 14,
      fixed: true,
      cell: ({ name }) => <TitleCell>{name}</TitleCell>,
    },
    { id: 'bundle', label: t('column.bundle'), width: 14, cell: ({ bundleName }) => bundleName },
    { id: 'status', label: t('column.status'), width: 9, cell: (row) => <ReleaseBadge release={row} /> },
    { id: 'type', label: t('column.type'), width: 8, cell: ({ deploymentType }) => deploymentType },
    { id: 'files', label: t('column.files'), width: 5, align: 'right', cell: ({ components }) => components },
    { id: 'size', label: t('column.size'), width: 6, align: 'right', cell: ({ size }) => formatBytes(size) },
    {
      id: 'downloaded',
      label: t('column.downloaded'),
      width: 7.5,
      align: 'right',
      cell: ({ downloaded, components }) => t('column.of', { some: downloaded, all: components }),
    },
    {
      id: 'delivered',
      label: t('column.delivered'),
      sort: 'delivered',
      width: 7,
      align: 'right',
      cell: ({ delivered }) => (delivered ? <Age at={delivered} /> : '–'),
    },
  ]
}

function phoneRelease(row: BundleRelease) {
  return { title: row.name, meta: <ReleaseBadge release={row} />, end: <Age at={row.delivered ?? row.created} /> }
}
