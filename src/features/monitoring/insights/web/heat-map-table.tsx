import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import type { HeatMapRow } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './insights.module.css'

/** A heat map as a table. */
export function HeatMapTable({
  label,
  rows,
  columns,
  format,
}: {
  label: string
  rows: readonly HeatMapRow[]
  columns: readonly string[]
  format: (value: number) => string
}) {
  const t = useText()
  const cells: PlainColumn<HeatMapRow>[] = [
    { id: 'row', label: t('map.row'), width: 12, cell: ({ name }) => name },
    ...columns.map(
      (time, index): PlainColumn<HeatMapRow> => ({
        id: `${index}`,
        label: time,
        align: 'right',
        cell: ({ values }) => {
          const value = values[index]
          return typeof value === 'number' ? format(value) : t('missing')
        },
      }),
    ),
  ]
  return (
    <section className={classes.table} aria-label={label} {...{ tabIndex: 0 }}>
      <PlainTable label={label} columns={cells} rows={rows} id={(row) => `${row.deployment} ${row.name}`} />
    </section>
  )
}
