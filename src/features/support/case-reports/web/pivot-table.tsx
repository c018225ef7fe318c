import { Link } from '@tanstack/react-router'
import { casePriorities, caseStatuses } from '#features/support/case-access/contract.ts'
import { caseQueuePath, customerCasesPath } from '#features/support/case-pages/paths.ts'
import { listFieldOptions } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { StateBadge, useStateLabel } from '#kit/web/look/badge.tsx'
import { PriorityBars } from '#kit/web/look/bars.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import {
  ageBands,
  type CasesReport,
  type ReportColumns,
  type ReportRows,
  reportColumns,
  reportRows,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './report.module.css'

type Props = {
  report: CasesReport
  rows: ReportRows
  columns: ReportColumns
  product: string | undefined
  change: (parts: { rows?: string | null; columns?: string | null; product?: string | undefined }) => void
}

/** Counts by the chosen rows and columns, each cell with a bar as long as its share of the largest. */
export function PivotTable({ report, rows, columns, product, change }: Props) {
  const t = useText()
  const products = useQueryOf(listFieldOptions, { query: { field: 'product' } })
  const account = useAccount()
  const listOf = (filter: { [Name in ReportRows]?: string }) =>
    account ? customerCasesPath({ account }, filter) : caseQueuePath(filter)
  // The list of cases has these filters, and shows open cases first.
  const isFiltered = columns === 'age' && rows !== 'account' && rows !== 'type'
  const most = Math.max(1, ...report.rows.flatMap(({ cells }) => cells))
  const heading = (column: string) => {
    const band = ageBands.find((name) => name === column)
    return band ? t(`age.${band}`) : monthName(column)
  }
  const sums = report.columns.map((_, index) => report.rows.reduce((sum, { cells }) => sum + (cells[index] ?? 0), 0))
  const everyCase = sums.reduce((all, one) => all + one, 0)
  const select = { allowDeselect: false, withScrollArea: false, comboboxProps: { withinPortal: false } } as const
  return (
    <Card flush title={t(`table.${columns}`)}>
      <div className={classes.choices}>
        <Select
          {...select}
          label={t('rows')}
          value={rows}
          onChange={(value) => change({ rows: value })}
          data={reportRows.map((value) => ({ value, label: t(`rowsOf.${value}`) }))}
        />
        <Select
          {...select}
          label={t('columns')}
          value={columns}
          onChange={(value) => change({ columns: value })}
          data={reportColumns.map((value) => ({ value, label: t(`columnsOf.${value}`) }))}
        />
        <Select
          {...select}
          label={t('product')}
          value={product ?? ''}
          onChange={(value) => change({ product: value || undefined })}
          data={[
            { value: '', label: t('allProducts') },
            ...(products.data?._embedded.options ?? []).map(({ value, label }) => ({ value, label })),
          ]}
        />
      </div>
      <div className={classes.scroll}>
        <table className={classes.pivot} aria-label={t(`table.${columns}`)}>
          <thead>
            <tr>
              <th scope="col">{t(`rowsOf.${rows}`)}</th>
              {report.columns.map((column) => (
                <th key={column} scope="col">
                  {heading(column)}
                </th>
              ))}
              <th scope="col">{t('total')}</th>
            </tr>
          </thead>
          <tbody>
            {report.rows.map(({ value, label, cells, total }) => (
              <tr key={value ?? ''}>
                <th scope="row">
                  <RowName rows={rows} value={value} label={label} />
                </th>
                {cells.map((count, index) => (
                  <td key={report.columns[index]}>
                    <span className={classes.cell}>
                      <span aria-hidden className={classes.bar} style={{ width: `${(count / most) * 2.5}rem` }} />
                      {count === 0 ? '–' : formatCount(count)}
                    </span>
                  </td>
                ))}
                <td className={classes.total}>
                  {isFiltered && value ? (
                    <Link to={listOf({ [rows]: value })}>{formatCount(total)}</Link>
                  ) : (
                    formatCount(total)
                  )}
                </td>
              </tr>
            ))}
            <tr className={classes.foot}>
              <th scope="row">{report.rows.length === 0 ? t('table.none') : t('total')}</th>
              {sums.map((sum, index) => (
                <td key={report.columns[index]}>{sum === 0 ? '–' : formatCount(sum)}</td>
              ))}
              <td>
                <Link to={listOf({})} aria-label={t('list', { count: formatCount(everyCase) })}>
                  {formatCount(everyCase)}
                </Link>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** What a row of the report counts. */
function RowName({ rows, value, label }: { rows: ReportRows; value: string | null; label: string | null }) {
  const t = useText()
  const words = useStateLabel()
  const status = caseStatuses.find((name) => name === value)
  const priority = casePriorities.find((name) => name === value)
  if (rows === 'status' && status) return <StateBadge kind="case" state={status} />
  if (rows === 'priority' && priority)
    return (
      <span className="row">
        <PriorityBars priority={priority} label="" /> {words('priority', priority)}
      </span>
    )
  if (rows === 'type' && (value === 'CASE' || value === 'RMA' || value === 'OUTAGE')) return t(`type.${value}`)
  if (rows === 'account' && label)
    return (
      <span className="row">
        <Monogram name={label} size={18} /> {label}
      </span>
    )
  return value ?? t('noProduct')
}
