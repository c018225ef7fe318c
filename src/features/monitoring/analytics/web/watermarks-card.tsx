import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { listWatermarks, type Watermark } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatPercent } from './percent.ts'

/** The highest values that the deployments of an account ever had. */
export function WatermarksCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(listWatermarks, { query: { account } })
  const rows = query.data?._embedded.watermarks.filter(({ value }) => value !== null)
  const columns: readonly PlainColumn<Watermark>[] = [
    { id: 'name', label: t('name'), cell: ({ name }) => name },
    { id: 'deployment', label: t('deployment'), wide: true, cell: ({ deployment }) => deployment },
    { id: 'value', label: t('watermarkValue'), align: 'right', cell: (row) => <Value {...row} /> },
    {
      id: 'date',
      label: t('watermarkDate'),
      align: 'right',
      cell: ({ lastUpdate }) => lastUpdate && formatDate(lastUpdate),
    },
  ]
  if (rows?.length === 0) return null
  return (
    <Card title={t('watermarks')} flush>
      <QueryView query={query} rows={5}>
        {() =>
          rows && (
            <PlainTable
              label={t('watermarks')}
              columns={columns}
              rows={rows}
              id={(row) => `${row.deploymentId} ${row.name}`}
            />
          )
        }
      </QueryView>
    </Card>
  )
}

function Value({ value, unit }: Pick<Watermark, 'value' | 'unit'>) {
  const figure = value ?? 0
  if (unit === 'percent') return formatPercent(figure)
  return (
    <span translate="no">
      {figure >= 100 ? formatCount(Math.round(figure)) : Number(figure.toPrecision(3))} {unit}
    </span>
  )
}
