import { Card } from '#kit/web/look/card.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import type { CasesReport } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './charts.module.css'

const types = ['CASE', 'RMA', 'OUTAGE'] as const
const HEIGHT = 100
/** The widths of a month and of its column, in units of the drawing. */
const STEP = 10
const BAR = 6

/** Filed cases of each month by type as columns, and resolved cases as a line; the table beneath has the figures. */
export function FiledChart({ months }: { months: CasesReport['months'] }) {
  const t = useText()
  const top = roundUp(Math.max(1, ...months.map(({ filed, resolved }) => Math.max(filed, resolved))))
  const y = (count: number) => HEIGHT - (count / top) * HEIGHT
  const x = (index: number) => index * STEP + STEP / 2
  const line = months.map(({ resolved }, index) => `${x(index)},${y(resolved)}`).join(' ')
  return (
    <Card title={t('charts.filed')} note={t('charts.aMonth')} right={<Legend />}>
      <div className={classes.chart}>
        <ol className={classes.scale} aria-hidden>
          {[top, top / 2, 0].map((count) => (
            <li key={count}>{formatCount(count)}</li>
          ))}
        </ol>
        <svg
          className={classes.plot}
          viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('charts.filedLabel')}
        >
          {[0, HEIGHT / 2, HEIGHT].map((at) => (
            <line key={at} className={classes.rule} x1={0} x2={months.length * STEP} y1={at} y2={at} />
          ))}
          {months.map((month, index) => (
            <Column key={month.month} month={month} left={x(index) - BAR / 2} y={y} />
          ))}
          <polyline className={classes.resolved} points={line} />
        </svg>
        <ol className={classes.months} aria-hidden>
          {months.map(({ month }) => (
            <li key={month}>{monthName(month).split(' ')[0]}</li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

function Column(props: { month: CasesReport['months'][number]; left: number; y: (count: number) => number }) {
  const { month, left: leftEdge, y } = props
  const t = useText()
  const words = types.map((type) => `${t(`type.${type}`)} ${formatCount(month.filedByType[type])}`).join(', ')
  const parts = types.map((type, index) => {
    const below = types.slice(0, index).reduce((sum, before) => sum + month.filedByType[before], 0)
    return { type, from: y(below + month.filedByType[type]), until: y(below) }
  })
  return (
    <g>
      <title>{`${monthName(month.month)}: ${words}, ${t('months.resolved')} ${formatCount(month.resolved)}`}</title>
      {parts.map(({ type, from, until }) => (
        <rect key={type} data-type={type} x={leftEdge} width={BAR} y={from} height={until - from} />
      ))}
    </g>
  )
}

function Legend() {
  const t = useText()
  return (
    <span className={classes.legend}>
      {types.map((type) => (
        <span key={type} data-type={type}>
          {t(`type.${type}`)}
        </span>
      ))}
      <span data-line>{t('months.resolved')}</span>
    </span>
  )
}

/** The next 1, 2 or 5 times a power of ten, doubled: the middle of the scale is a round number too. */
function roundUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count / 2)))
  const half = [1, 2, 5, 10].find((factor) => factor * power * 2 >= count) ?? 10
  return half * power * 2
}
