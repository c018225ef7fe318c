import type { ChartSeries } from '#kit/web/chart/chart-types.ts'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './insights.module.css'

/** The points of a graph as a table, newest first. */
export function GraphTable({
  label,
  series,
  format,
}: {
  label: string
  series: readonly ChartSeries[]
  format: (value: number) => string
}) {
  const t = useText()
  const values = series.map(({ points }) => new Map(points))
  const times = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => b - a)
  const columns: PlainColumn<number>[] = [
    {
      id: 'time',
      label: t('graph.time'),
      width: 10,
      cell: (at) => <time dateTime={new Date(at).toISOString()}>{formatDateTime(new Date(at))}</time>,
    },
    ...series.map(
      ({ name }, index): PlainColumn<number> => ({
        id: `${index}`,
        label: name,
        align: 'right',
        cell: (at) => {
          const value = values[index]?.get(at)
          return typeof value === 'number' ? format(value) : t('missing')
        },
      }),
    ),
  ]
  return (
    <section className={classes.table} aria-label={label} {...{ tabIndex: 0 }}>
      <PlainTable label={label} columns={columns} rows={times} id={String} />
    </section>
  )
}
