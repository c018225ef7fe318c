import { useQueryOf } from '#kit/web/data/query.ts'
import { IconList } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { type GridColumn, readInsight } from '../contract.ts'
import { useText } from '../texts.ts'
import { DataCell } from './data-cell.tsx'
import { formatValue } from './format-value.ts'

type Row = Readonly<Record<string, string | number | null>>
const MOST_ROWS = 50

/** The newest values of an insight, with the columns that the insight declares. */
export function InsightData({ account, name, deployment }: { account: string; name: string; deployment: string }) {
  const t = useText()
  const { data, error, refetch } = useQueryOf(
    readInsight,
    { params: { name }, query: { account, deployment } },
    { refetchInterval: 60_000, keep: true },
  )
  const rows = data?._embedded[name]?.slice(0, MOST_ROWS)
  const unit = data?.insight.unit ?? ''
  const columns = data?.insight.grid.map(
    (column): PlainColumn<Row> => ({
      id: column.field,
      label: column.header_name,
      ...(column.field === 'value' ? { align: 'right' } : {}),
      ...(column.field === 'caseKey' ? { wide: true } : {}),
      cell: (row) => <DataCell text={cellText(row, column, unit)} to={column.url_field && row[column.url_field]} />,
    }),
  )
  return (
    <Card title={t('data.title')} note={deployment} flush>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows rows={4} />}
      {rows?.length === 0 && (
        <EmptyState colour="grey" icon={<IconList size={22} aria-hidden />} title={t('data.none')}>
          {t('data.noneText')}
        </EmptyState>
      )}
      {rows && columns && rows.length > 0 && (
        <PlainTable
          label={t('data.title')}
          columns={columns}
          rows={rows}
          id={(row) => JSON.stringify([row.deployment, row.object, row.value])}
        />
      )}
    </Card>
  )
}

function cellText(row: Row, { field }: GridColumn, unit: string): string {
  const value = row[field]
  if (value === null || value === undefined) return '–'
  if (field === 'value') return formatValue(Number(value), unit)
  return field === 'since' ? formatDateTime(String(value)) : String(value)
}
