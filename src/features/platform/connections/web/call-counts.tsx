import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { type Connection, type ConnectionMinute, countConnectionCalls } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './call-counts.module.css'

const MINUTE_MS = 60_000
/** Minutes that one bar stands for, and the number of bars. */
const ranges = { hour: { minutes: 1, bars: 60 }, day: { minutes: 15, bars: 96 } } as const
type Range = keyof typeof ranges

/** How many calls of a connection succeeded and failed in the last hour or day, as bars. */
export function CallCounts({ connection }: { connection: Connection }) {
  const { id, circuitOpenSince } = connection
  const t = useText()
  const [range, setRange] = useState<Range>('hour')
  const query = useQueryOf(countConnectionCalls, { params: { id } }, { keep: true })
  const minutes = query.data?._embedded.minutes
  const bars = minutes && barsOf(minutes, range)
  const failures = bars && startsOfFailures(bars)
  const openFrom = circuitOpenSince ? Date.parse(circuitOpenSince) : Number.POSITIVE_INFINITY
  const width = ranges[range].minutes * MINUTE_MS
  const most = Math.max(1, ...(bars ?? []).map(({ succeeded, failed }) => succeeded + failed))
  const sum = (of: 'succeeded' | 'failed') => formatCount((bars ?? []).reduce((total, bar) => total + bar[of], 0))
  return (
    <Card
      title={t('perMinute')}
      right={
        <SegmentedControl
          small
          aria-label={t('range')}
          options={[
            { value: 'hour', label: t('lastHour') },
            { value: 'day', label: t('lastDay') },
          ]}
          value={range}
          onChange={setRange}
        />
      }
    >
      <QueryView query={query} rows={2}>
        {() =>
          bars && (
            <figure className={classes.figure}>
              <div
                className={classes.bars}
                role="img"
                aria-label={t('perMinuteLabel', { succeeded: sum('succeeded'), failed: sum('failed') })}
              >
                {bars.map(({ at, succeeded, failed }) => (
                  <span
                    key={at}
                    className={classes.bar}
                    data-open={at + width > openFrom || undefined}
                    title={t('barTitle', {
                      at: formatDateTime(new Date(at)),
                      succeeded: formatCount(succeeded),
                      failed: formatCount(failed),
                    })}
                  >
                    {failures?.includes(at) && <b className={classes.mark} />}
                    <i className={classes.failed} style={{ height: `${(failed / most) * 100}%` }} />
                    <i className={classes.succeeded} style={{ height: `${(succeeded / most) * 100}%` }} />
                  </span>
                ))}
              </div>
              <figcaption className={classes.legend}>
                <span>{formatTime(new Date(bars[0]!.at))}</span>
                <span className={classes.keys}>
                  <span data-result="succeeded">{t('succeeded', { count: sum('succeeded') })}</span>
                  <span data-result="failed">{t('failedCalls', { count: sum('failed') })}</span>
                </span>
                <span>{t('now')}</span>
              </figcaption>
              {failures && failures.length > 0 && (
                <p className={classes.note}>{t('failuresFrom', { at: formatDateTime(new Date(failures.at(-1)!)) })}</p>
              )}
            </figure>
          )
        }
      </QueryView>
    </Card>
  )
}

/** The bars with which a time of failures begins: those before them have none. */
function startsOfFailures(bars: readonly { at: number; failed: number }[]): number[] {
  return bars.flatMap(({ at, failed }, index) => (failed > 0 && (bars[index - 1]?.failed ?? 0) === 0 ? [at] : []))
}

function barsOf(connectionMinutes: readonly ConnectionMinute[], range: Range) {
  const { minutes, bars } = ranges[range]
  const width = minutes * MINUTE_MS
  const last = Math.floor(Date.now() / width)
  const result = Array.from({ length: bars }, (_, index) => ({
    at: (last - bars + 1 + index) * width,
    succeeded: 0,
    failed: 0,
  }))
  for (const { minute, succeeded: succeededCalls, failed: failedCalls } of connectionMinutes) {
    const bar = result[Math.floor(Date.parse(minute) / width) - last + bars - 1]
    if (!bar) continue
    bar.succeeded += succeededCalls
    bar.failed += failedCalls
  }
  return result
}
