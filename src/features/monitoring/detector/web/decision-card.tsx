import { useMemo } from 'react'
import { outagePath } from '#features/support/outages/paths.ts'
import type { ChartMark, ChartSeries, ChartThreshold } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { type DetectorDecision, readSegment } from '../contract.ts'
import { useText } from '../texts.ts'
import { DecisionBadge } from './decision-badge.tsx'
import { InARow } from './decisions-table.tsx'
import classes from './detector.module.css'
import { useSegmentName } from './use-segment-name.ts'

const MINUTE = 60_000
const BEFORE = 80 * MINUTE
const AFTER = 50 * MINUTE

/** One decision: the samples around it with baseline and limit, and the rule with its numbers. */
export function DecisionCard({ account, decision }: { account: string; decision: DetectorDecision }) {
  const t = useText()
  const nameOf = useSegmentName()
  const segment = nameOf(decision)
  return (
    <div className={classes.decision}>
      <Card
        title={t('chosen', { segment })}
        note={t('chosenNote', { deployment: decision.deployment.name, cluster: decision.cluster })}
      >
        <Samples key={decision.id} account={account} decision={decision} />
      </Card>
      <Card
        title={
          <span className={classes.decided}>
            <DecisionBadge kind={decision.kind} /> {formatDateTime(decision.at)}
          </span>
        }
      >
        <Rule decision={decision} />
      </Card>
    </div>
  )
}

function Samples({ account, decision }: { account: string; decision: DetectorDecision }) {
  const t = useText()
  const nameOf = useSegmentName()
  const { deployment, cluster, segment, baseline, limit, kind, run } = decision
  const at = Date.parse(decision.at)
  const range = useMemo(() => ({ from: at - BEFORE, to: at + AFTER }), [at])
  const query = useQueryOf(readSegment, {
    query: {
      ...{ account, deployment: deployment.id, cluster },
      ...(segment === null ? {} : { segment }),
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
    },
  })
  const name = nameOf(decision)
  const { data } = query
  const series = useMemo((): ChartSeries[] => {
    if (!data) return []
    const values = new Map(data.points.map(([time, value]) => [Date.parse(time), value]))
    const count = (range.to - range.from) / MINUTE + 1
    const points = Array.from({ length: count }, (_, index) => {
      const minute = range.from + index * MINUTE
      return [minute, values.get(minute) ?? null] as const
    })
    return [{ name, points }]
  }, [data, range, name])
  const thresholds = useMemo((): ChartThreshold[] => {
    if (baseline === null || limit === null) return []
    const low = baseline - limit
    return [
      {
        value: baseline,
        label: t('baselineLine', { value: formatCount(Math.round(baseline)) }),
        sense: 'below',
        critical: false,
      },
      { value: low, label: t('limitLine', { value: formatCount(Math.round(low)) }), sense: 'below', critical: true },
    ]
  }, [baseline, limit, t])
  const marks = useMemo((): ChartMark[] => {
    const decidedMark = { at, label: t('decided') }
    const isRow = kind === 'OPENED' || kind === 'JOINED'
    return isRow ? [{ at: at - (run - 1) * MINUTE, label: t('firstBad') }, decidedMark] : [decidedMark]
  }, [at, run, kind, t])
  return (
    <QueryView query={query} rows={6}>
      {({ points }) =>
        points.length === 0 ? (
          <p className={classes.quiet}>{t('graphNone')}</p>
        ) : (
          <LineChart
            label={t('graph', { segment: name, at: formatDateTime(decision.at) })}
            series={series}
            range={range}
            step={MINUTE}
            format={formatCount}
            thresholds={thresholds}
            marks={marks}
            height={240}
            fromZero
          />
        )
      }
    </QueryView>
  )
}

function Rule({ decision }: { decision: DetectorDecision }) {
  const t = useText()
  const here = useAccount()
  const { kind, rule, value, baseline, limit, run, needed: neededRun, settings, caseKey } = decision
  const usedRule = kind === 'CLOSED' ? 'close' : rule
  return (
    <div className={classes.rule}>
      {value !== null && baseline !== null && limit !== null && (
        <div className={classes.formula}>
          <span className={classes.quiet}>{t(`rule.${usedRule}`)}</span>
          <code>{t(`formula.${usedRule}`, settings)}</code>
          <code>
            {formatCount(Math.round(baseline))} − {formatCount(Math.round(value))} ={' '}
            <strong data-bad={kind !== 'CLOSED' || undefined}>{formatCount(Math.round(baseline - value))}</strong>{' '}
            {kind === 'CLOSED' ? '≤' : '≥'} <strong>{limit.toFixed(1)}</strong>
          </code>
          <span className={classes.samples}>
            <InARow run={run} needed={neededRun} kind={kind} /> {t('samples', { run, needed: neededRun })}
          </span>
        </div>
      )}
      <p>{t(`explain.${kind}`, { ...settings, needed: neededRun })}</p>
      {caseKey && here && (
        <div>
          <Button variant="default" to={outagePath({ account: here, outageKey: caseKey })}>
            {t('openCase', { key: caseKey })}
          </Button>
        </div>
      )}
    </div>
  )
}
