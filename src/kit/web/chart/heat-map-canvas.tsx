import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { useText } from '../text/kit-text.ts'
import classes from './chart.module.css'
import type { ChartColours } from './chart-colours.ts'
import type { HeatMapCell, HeatMapProps } from './chart-types.ts'
import { heatMapOption } from './heat-map-option.ts'
import { useEcharts } from './use-echarts.ts'

const ROW_PX = 28

/** A heat map on a canvas: one stop of the Tab key, arrow keys move the cell cursor, its value is announced. */
export function HeatMapCanvas(props: HeatMapProps) {
  const { label, rows, columns, format, cell, onCell, onOpen } = props
  const t = useText()
  const option = useCallback((colours: ChartColours) => heatMapOption(props, colours), [props])
  const { frame, chart } = useEcharts(option)
  const keys = useRef<HTMLButtonElement>(null)
  const value = cell && rows[cell.row]?.values[cell.column]
  const index = cell && indexOf(rows, cell)

  useEffect(() => {
    if (!chart) return
    const open = (event: unknown) => {
      const [column, row] = (event as { value: readonly [number, number] }).value
      onCell({ row, column })
      onOpen({ row, column })
    }
    chart.on('click', open)
    return () => {
      if (!chart.isDisposed()) chart.off('click', open)
    }
  }, [chart, onCell, onOpen])

  useEffect(() => {
    if (!chart || index === undefined || chart.isDisposed()) return
    chart.dispatchAction({ type: 'downplay', seriesIndex: 0 })
    if (index >= 0) {
      chart.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: index })
      chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index })
    } else chart.dispatchAction({ type: 'hideTip' })
  }, [chart, index])

  const move = (event: KeyboardEvent) => {
    const from = cell ?? { row: 0, column: 0 }
    const to = nextCell(event.key, from, { rows: rows.length, columns: columns.length })
    if (!to) return
    onCell(cell ? to : from)
    event.preventDefault()
  }

  return (
    <div className={classes.map}>
      <div
        ref={frame}
        className={classes.canvas}
        aria-hidden
        style={{ height: rows.length * ROW_PX + 28 }}
        onPointerDown={() => keys.current?.focus({ preventScroll: true })}
      />
      <button
        type="button"
        ref={keys}
        className={classes.announced}
        aria-label={`${label}. ${t('chart.mapKeys')}`}
        onKeyDown={move}
        onClick={() => cell && onOpen(cell)}
      />
      <output className={classes.announced}>
        {cell &&
          t('chart.cell', {
            row: rows[cell.row]?.name ?? '',
            column: columns[cell.column] ?? '',
            value: typeof value === 'number' ? format(value) : t('chart.missing'),
          })}
      </output>
    </div>
  )
}

function nextCell(key: string, { row, column }: HeatMapCell, size: { rows: number; columns: number }) {
  const targets: Readonly<Record<string, HeatMapCell>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: size.columns - 1 },
    PageUp: { row: 0, column },
    PageDown: { row: size.rows - 1, column },
  }
  const to = targets[key]
  return (
    to && {
      row: Math.min(Math.max(to.row, 0), size.rows - 1),
      column: Math.min(Math.max(to.column, 0), size.columns - 1),
    }
  )
}

/** The index of a cell among those that have a value; -1 for a missing one. */
function indexOf(rows: HeatMapProps['rows'], { row, column }: HeatMapCell): number {
  if (typeof rows[row]?.values[column] !== 'number') return -1
  const before = rows.slice(0, row).reduce((sum, { values }) => sum + values.filter((one) => one !== null).length, 0)
  return before + rows[row].values.slice(0, column).filter((one) => one !== null).length
}
