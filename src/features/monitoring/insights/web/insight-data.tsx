import { useQueryOf } from '#kit/web/data/query.ts'
import { IconList } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { type GridColumn, type Insight, readInsight } from '../contract.ts'
import { useText } from '../texts.ts'
import { DataCell } from './data-cell.tsx'
import { formatValue } from './format-value.ts'

type Row = Readonly<Record<string, string | number | null>>
const MOST_ROWS = 50

/** The newest values of an insight, with the columns that the insight declares. */
export function InsightData({ account, name, deployment }: { account: string; name: string; deployment: string }) {
  const t = useText()
  const query = useQueryOf(
    readInsight,
    { params: { name }, query: { account, deployment } },
    { refetchInterval: 60_000, keep: true },
  )
  const columnsOf = ({ grid, unit }: Insight) =>
    grid.map(
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
      <QueryView
        query={query}
        rows={4}
        empty={
          <EmptyState colour="grey" icon={<IconList size={22} aria-hidden />} title={t('data.none')}>
            {t('data.noneText')}
          </EmptyState>
        }
      >
        {({ _embedded, insight }) => (
          <PlainTable
            label={t('data.title')}
            columns={columnsOf(insight)}
            rows={_embedded[name]?.slice(0, MOST_ROWS) ?? []}
            id={(row) => JSON.stringify([row.deployment, row.object, row.value])}
          />
        )}
      </QueryView>
    </Card>
  )
}

function cellText(row: Row, { field }: GridColumn, unit: string): string {
  const value = row[field]
  if (value === null || value === undefined) return '–'
  if (field === 'value') return formatValue(Number(value), unit)
  return field === 'since' ? formatDateTime(String(value)) : String(value)
}
