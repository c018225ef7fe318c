import { useNavigate } from '@tanstack/react-router'
import { releasePath } from '#features/software/release-pages/paths.ts'
import { readReleases } from '#features/software/releases/contract.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listOverview, type OverviewRow } from '../contract.ts'
import { useText } from '../texts.ts'
import { OverviewGrid, WAIT_MS } from './overview-grid.tsx'
import { Behind, versionOf } from './version-cell.tsx'

/** One row for each account and product; opening one opens its release. */
export function RowList({ state }: { state: ListState }) {
  const t = useText()
  const navigate = useNavigate()
  const mayOpen = useAllows(readReleases)
  const list = useList(listOverview, { query: state.query }, { timeout: WAIT_MS })
  const columns = useRowColumns()
  const open = ({ release: { id }, account, accountId }: OverviewRow) =>
    void navigate({ to: releasePath({ account, accountId, releaseId: id }) })
  return (
    <OverviewGrid<OverviewRow>
      notes={<Total list={list} words={(total) => t('rows', { total, count: list.total ?? 0 })} />}
      list={list}
      state={state}
      columns={columns}
      id={({ release }) => release.id}
      name={({ accountDisplayName, product }) => `${accountDisplayName}, ${product}`}
      {...(mayOpen ? { onOpen: open } : {})}
      phone={(row) => ({
        lead: <Monogram name={row.accountDisplayName} size={32} />,
        title: `${row.accountDisplayName}, ${row.product}`,
        meta: (
          <StateBadge kind="file" state={row.state}>
            {versionOf(row)}
          </StateBadge>
        ),
        end: <Behind row={row} />,
      })}
    />
  )
}

function useRowColumns(): readonly Column<OverviewRow>[] {
  const t = useText()
  return [
    {
      id: 'account',
      label: t('column.account'),
      sort: 'account',
      minWidth: 12,
      pinned: true,
      cell: ({ accountDisplayName }) => (
        <TitleCell lead={<Monogram name={accountDisplayName} />}>{accountDisplayName}</TitleCell>
      ),
    },
    { id: 'product', label: t('column.product'), width: 10, cell: ({ product }) => product },
    { id: 'version', label: t('column.version'), width: 7, cell: versionOf },
    {
      id: 'newest',
      label: t('column.newest'),
      width: 6,
      cell: ({ newest }) => newest?.version ?? newest?.name ?? '–',
    },
    { id: 'behind', label: t('column.behind'), width: 4.5, align: 'right', cell: (row) => <Behind row={row} /> },
    {
      id: 'state',
      label: t('column.state'),
      width: 8.5,
      cell: ({ state }) => <StateBadge kind="file" state={state} />,
    },
    {
      id: 'downloaded',
      label: t('column.downloaded'),
      width: 6.5,
      align: 'right',
      cell: ({ downloaded: { count, of } }) => t('of', { some: count, all: of }),
    },
    {
      id: 'deployed',
      label: t('column.deployed'),
      width: 6.5,
      align: 'right',
      cell: ({ deployed: { count, of } }) => t('of', { some: count, all: of }),
    },
    {
      id: 'source',
      label: t('column.source'),
      width: 6,
      cell: ({ deployed: { source } }) => (source ? t(`source.${source}`) : '–'),
    },
    { id: 'running', label: t('column.running'), width: 8, cell: ({ running }) => running.join(', ') || '–' },
    { id: 'type', label: t('column.type'), width: 8, cell: ({ deploymentType }) => deploymentType },
    {
      id: 'assigned',
      label: t('column.assigned'),
      width: 5.5,
      align: 'right',
      cell: ({ assigned }) => <Age at={assigned} />,
    },
  ]
}
