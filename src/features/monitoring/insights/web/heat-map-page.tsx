import { useMemo, useState } from 'react'
import type { HeatMapCell } from '#kit/web/chart/chart-types.ts'
import { HeatMap } from '#kit/web/chart/heat-map.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { IconRadar } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import type { HeatMapRow } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'
import { HeatMapSide } from './heat-map-side.tsx'
import classes from './insights.module.css'
import { mapSteps, useHeatMap } from './use-heat-map.ts'

/** A heat map by cluster, then by segment, then by MAC domain; as a table too. */
export function HeatMapPage() {
  const t = useText()
  const map = useHeatMap()
  const { insight, rows, columns, level, change } = map
  const [cell, setCell] = useState<HeatMapCell>()
  const [table, setTable] = useState(false)
  const format = useMemo(() => (value: number) => formatValue(value, insight?.unit ?? ''), [insight?.unit])
  const scale = useMemo(() => ({ from: 0, to: maximum(rows, insight?.threshold?.crit ?? 1) }), [rows, insight])
  const label = insight ? t('map.label', { insight: insight.displayName, level: t(`map.level.${level}`) }) : ''
  const open = ({ row }: HeatMapCell) => {
    const mapRow = rows?.[row]
    if (!mapRow) return
    const { cluster, ccap, rpd, md } = mapRow.labels
    setCell(undefined)
    if (level === 'cluster') change({ deployment: mapRow.deployment, cluster }, 'step')
    else if (level === 'segment') {
      const segment = rpd ?? md
      change(segment ? { deployment: mapRow.deployment, segment } : { deployment: mapRow.deployment, ccap }, 'step')
    }
  }
  const up = () => {
    setCell(undefined)
    const { cluster, ccap, segment } = map.query
    change(
      segment && (cluster || ccap)
        ? { segment: undefined }
        : { cluster: undefined, ccap: undefined, segment: undefined, deployment: undefined },
      'step',
    )
  }
  const isFilled = rows?.some(({ values }) => values.some((value) => value !== null))
  return (
    <Page>
      <PageHeader
        title={t('map.title')}
        note={label}
        actions={
          <SegmentedControl
            aria-label={t('map.view')}
            value={table ? 'table' : 'map'}
            onChange={(value) => setTable(value === 'table')}
            options={[
              { value: 'map', label: t('map.map') },
              { value: 'table', label: t('map.table') },
            ]}
          />
        }
      />
      <div className={classes.tools}>
        <Select
          aria-label={t('map.insight')}
          data={map.maps?.map(({ name, displayName }) => ({ value: name, label: displayName })) ?? []}
          value={insight?.name ?? null}
          onChange={(name) => change({ insight: name ?? undefined, segment: undefined })}
        />
        <SegmentedControl
          aria-label={t('map.step')}
          value={map.step}
          onChange={(step) => change({ step })}
          options={mapSteps
            .filter((value) => !insight || insight.granularities.includes(value))
            .map((value) => ({ value, label: t(`map.steps.${value}`) }))}
        />
        {level !== 'cluster' && (
          <Button variant="default" onClick={up}>
            {t(level === 'domain' && (map.query.cluster || map.query.ccap) ? 'map.upSegments' : 'map.up')}
          </Button>
        )}
      </div>
      <QueryView query={map.result} rows={8}>
        {({ _embedded: { heatmap } }) =>
          !isFilled ? (
            <EmptyState colour="grey" icon={<IconRadar size={22} aria-hidden />} title={t('map.none')}>
              {t('map.noneText')}
            </EmptyState>
          ) : (
            insight && (
              <div className={classes.columns}>
                <Card>
                  {table ? (
                    <HeatMapTable label={label} rows={heatmap} columns={columns} format={format} />
                  ) : (
                    <HeatMap
                      label={label}
                      rows={heatmap}
                      columns={columns}
                      scale={scale}
                      format={format}
                      cell={cell}
                      onCell={setCell}
                      onOpen={open}
                    />
                  )}
                </Card>
                <HeatMapSide
                  insight={insight}
                  rows={heatmap}
                  cell={cell}
                  scale={scale}
                  format={format}
                  onOpen={open}
                  level={level}
                />
              </div>
            )
          )
        }
      </QueryView>
    </Page>
  )
}

/** The last colour: at least the critical limit, so that a calm network is dark. */
function maximum(rows: readonly { readonly values: readonly (number | null)[] }[] | undefined, limit: number): number {
  return (rows ?? []).reduce(
    (most, { values }) => values.reduce<number>((max, value) => Math.max(max, value ?? max), most),
    limit,
  )
}

/** A heat map as a table. */
function HeatMapTable({
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
