import { NumberInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { editOutages } from '#features/support/case-access/contract.ts'
import type { ChartSeries } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { addOutageCount, listOutageCounts, type Outage, type OutageCount } from '../contract.ts'
import { useCurveText } from '../texts.ts'
import classes from './modem-curve.module.css'

const MINUTE_MS = 60_000

/** How many modems were missing during an outage, as a curve or as a table; staff record counts. */
export function ModemCurve({ outage }: { outage: Outage }) {
  const t = useCurveText()
  const mayEdit = useAllows(editOutages)
  const [view, setView] = useState<'curve' | 'table'>('curve')
  const query = useQueryOf(
    listOutageCounts,
    { query: { issueKey: outage.key } },
    outage.open ? { refetchInterval: MINUTE_MS } : {},
  )
  return (
    <Card
      title={t('title')}
      note={t('note')}
      right={
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'curve', label: t('curve') },
            { value: 'table', label: t('table') },
          ]}
        />
      }
    >
      <QueryView query={query} rows={6}>
        {({ counts }) => (
          <>
            {counts?.length === 0 && <p className={classes.none}>{t('none')}</p>}
            {counts.length > 0 && view === 'curve' ? <Curve {...{ outage, counts }} /> : <Table counts={counts} />}
          </>
        )}
      </QueryView>
      {mayEdit && outage.open && <AddCount outage={outage} />}
    </Card>
  )
}

function Curve({ outage, counts }: { outage: Outage; counts: readonly OutageCount[] }) {
  const t = useCurveText()
  const { started: startedAt, ended: endedAt, outageTime } = outage
  const name = t('missing')
  const from = Date.parse(startedAt)
  // The length in whole minutes: the curve of an outage that goes on is drawn again once a minute.
  const to = endedAt === null ? from + (outageTime + 1) * MINUTE_MS : Date.parse(endedAt)
  const series = useMemo((): ChartSeries[] => {
    const points = counts.map(({ at, missing }) => [Date.parse(at), missing] as const)
    const [last, value] = points.at(-1)!
    const end = [Math.max(to, last), endedAt === null ? value : 0] as const
    return [{ name, points: [...points, end], stepped: true }]
  }, [counts, endedAt, to, name])
  const range = useMemo(() => ({ from, to: Math.max(to, series[0]!.points.at(-1)![0]) }), [from, to, series])
  return (
    <LineChart
      label={t('label', { key: outage.key })}
      series={series}
      range={range}
      step={range.to - range.from + 1}
      format={formatCount}
      height={220}
      fromZero
    />
  )
}

function Table({ counts }: { counts: readonly OutageCount[] }) {
  const t = useCurveText()
  return (
    <section className={classes.table} aria-label={t('title')} {...{ tabIndex: 0 }}>
      <PlainTable
        label={t('title')}
        columns={[
          { id: 'at', label: t('from'), width: 12, cell: ({ at }) => formatDateTime(at) },
          { id: 'missing', label: t('missing'), align: 'right', cell: ({ missing }) => formatCount(missing) },
        ]}
        rows={counts.toReversed()}
        id={({ at }) => at}
      />
    </section>
  )
}

function AddCount({ outage }: { outage: Outage }) {
  const t = useCurveText()
  const [missing, setMissing] = useState<number | string>('')
  const [flaw, setFlaw] = useState<string>()
  const add = useMutationOf(addOutageCount, {
    refreshes: [listOutageCounts],
    onSuccess: () => setMissing(''),
    onProblem: (problem) => {
      const [field] = problem.fields
      if (field) setFlaw(field.message)
      else showError(problem)
    },
  })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === '') return setFlaw(t('enter'))
        setFlaw(undefined)
        add.mutate({ query: { issueKey: outage.key }, body: { missing: Number(missing) } })
      }}
    >
      <NumberInput
        label={t('now')}
        min={0}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={missing}
        onChange={setMissing}
        error={flaw}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        {t('record')}
      </Button>
    </form>
  )
}
