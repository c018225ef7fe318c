import { useStateLabel } from '#kit/web/look/badge.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { listGroupedOverview, type OverviewGroup, overviewStates } from '../contract.ts'
import { useText } from '../texts.ts'
import { OverviewGrid, WAIT_MS } from './overview-grid.tsx'
import { versionOf } from './version-cell.tsx'

/** A product has the rows of all its accounts, so few are read at once. */
const ROWS = 20

/** The products with their newest version, and how many accounts have which version in which state. */
export function ProductList({ state, onOpen }: { state: ListState; onOpen: (product: string) => void }) {
  const t = useText()
  const query = { ...state.query, group: 'product' } as const
  const list = useList(listGroupedOverview, { query }, { size: ROWS, timeout: WAIT_MS })
  const columns = useProductColumns()
  return (
    <OverviewGrid<OverviewGroup>
      notes={<Total list={list} words={(total) => t('products', { total, count: list.total ?? 0 })} />}
      list={list}
      state={state}
      columns={columns}
      id={({ key }) => key}
      name={({ displayName }) => displayName}
      onOpen={({ key }) => onOpen(key)}
      phone={({ displayName, rows, behind }) => ({
        title: displayName,
        meta: (
          <span className="el">
            {t('accounts', { total: rows.length, count: rows.length })}
            {behind > 0 && ` · ${t('behindCount', { count: behind })}`}
          </span>
        ),
        end: newestOf(rows),
      })}
    />
  )
}

function useProductColumns(): readonly Column<OverviewGroup>[] {
  const t = useText()
  const stateLabel = useStateLabel()
  return [
    {
      id: 'product',
      label: t('column.product'),
      sort: 'name',
      minWidth: 12,
      cell: ({ displayName }) => <TitleCell>{displayName}</TitleCell>,
    },
    { id: 'newest', label: t('column.newest'), width: 9, cell: ({ rows }) => newestOf(rows) || '–' },
    { id: 'accounts', label: t('column.accounts'), width: 6, align: 'right', cell: ({ rows }) => rows.length },
    ...overviewStates.map((one) => ({
      id: one,
      label: stateLabel('file', one),
      width: 7,
      align: 'right' as const,
      cell: ({ rows }: OverviewGroup) => rows.filter(({ state }) => state === one).length || '–',
    })),
    { id: 'behind', label: t('column.behind'), width: 5, align: 'right', cell: ({ behind }) => behind || '–' },
    {
      id: 'versions',
      label: t('column.versions'),
      minWidth: 14,
      cell: ({ rows }) => <span title={versionsOf(rows)}>{versionsOf(rows)}</span>,
    },
  ]
}

/** The newest version, one for each deployment type where they differ. */
function newestOf(rows: OverviewGroup['rows']): string {
  return [...new Set(rows.flatMap(({ newest }) => newest?.version ?? newest?.name ?? []))].join(', ')
}

/** Each version with the number of accounts that have it, the most common first. */
function versionsOf(rows: OverviewGroup['rows']): string {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(versionOf(row), (counts.get(versionOf(row)) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([version, count]) => `${version} (${count})`)
    .join(', ')
}
