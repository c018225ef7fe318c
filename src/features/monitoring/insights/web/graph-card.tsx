import type { ReactNode } from 'react'
import type { ChartSeries } from '#kit/web/chart/chart-types.ts'
import { IconDownload, IconHistory, IconList, IconPrinter } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { Insight } from '../contract.ts'
import { useText } from '../texts.ts'
import { downloadCsv } from './download-csv.ts'

/** The frame of a graph: title, range, and its tools. */
export function GraphCard(props: {
  insight: Insight
  note: string
  series: readonly ChartSeries[]
  before: boolean
  onBefore: (shown: boolean) => void
  table: boolean
  onTable: (shown: boolean) => void
  /** The name of the CSV file. */
  name: string
  children: ReactNode
}) {
  const t = useText()
  const { before, table, series } = props
  const tools = (
    <>
      <IconButton
        aria-label={t('graph.before')}
        title={t('graph.before')}
        aria-pressed={before}
        onClick={() => props.onBefore(!before)}
      >
        <IconHistory size={16} aria-hidden />
      </IconButton>
      <IconButton
        aria-label={t('graph.table')}
        title={t('graph.table')}
        aria-pressed={table}
        onClick={() => props.onTable(!table)}
      >
        <IconList size={16} aria-hidden />
      </IconButton>
      <IconButton aria-label={t('graph.csv')} title={t('graph.csv')} onClick={() => downloadCsv(props.name, series)}>
        <IconDownload size={16} aria-hidden />
      </IconButton>
      <IconButton aria-label={t('graph.print')} title={t('graph.print')} onClick={() => window.print()}>
        <IconPrinter size={16} aria-hidden />
      </IconButton>
    </>
  )
  return (
    <Card title={props.insight.displayName} note={props.note} right={tools}>
      {props.children}
    </Card>
  )
}
