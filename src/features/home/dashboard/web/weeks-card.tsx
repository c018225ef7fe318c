import { useMemo } from 'react'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { searchCases } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import { mondayOf, type Week, weeksOf } from './weeks.ts'
import classes from './weeks-card.module.css'

const MOST = 200

/** Cases opened and resolved per week, as far back as the newest 200 of each reach, twelve weeks at most. */
export function WeeksCard({ account }: { account: Account }) {
  const t = useText()
  const since = useMemo(() => {
    const start = mondayOf(new Date())
    start.setDate(start.getDate() - 77)
    return start.toISOString()
  }, [])
  const common = { account: [account.name], size: MOST }
  const openedCases = useQueryOf(searchCases, { query: { ...common, createdFrom: since, sort: ['createdAt,DESC'] } })
  const resolvedCases = useQueryOf(searchCases, { query: { ...common, resolvedFrom: since, sort: ['updatedAt,DESC'] } })
  const weeks = useMemo(() => {
    const createdTimes = openedCases.data?._embedded.issues.flatMap((row) => row.created ?? []) ?? []
    const endedTimes = resolvedCases.data?._embedded.issues.flatMap((row) => row.resolved ?? []) ?? []
    const reach = Math.min(reachOf(createdTimes), reachOf(endedTimes))
    return weeksOf(createdTimes, endedTimes, new Date()).filter(({ start }) => start.getTime() >= reach)
  }, [openedCases.data, resolvedCases.data])
  const ready = openedCases.data !== undefined && resolvedCases.data !== undefined
  return (
    <Card
      title={t('weeks.title')}
      note={t('weeks.note', { count: weeks.length })}
      right={
        <span className={classes.legend}>
          <i data-what="opened" /> {t('weeks.opened')} <i data-what="resolved" /> {t('weeks.resolved')}
        </span>
      }
    >
      <div className={classes.chart}>{ready && <Bars weeks={weeks} />}</div>
    </Card>
  )
}

function Bars({ weeks }: { weeks: readonly Week[] }) {
  const t = useText()
  const top = scaleOf(Math.max(1, ...weeks.flatMap(({ opened, resolved }) => [opened, resolved])))
  return (
    <>
      <div className={classes.axis} aria-hidden>
        {[top, (top * 3) / 4, top / 2, top / 4, 0].map((value) => (
          <span key={value}>{value}</span>
        ))}
      </div>
      <ul className={classes.weeks}>
        {weeks.map((week, index) => {
          const words = t('weeks.week', {
            date: formatDate(week.start),
            opened: week.opened,
            resolved: week.resolved,
          })
          return (
            <li key={week.start.getTime()} title={words}>
              <span className={classes.bars} role="img" aria-label={words}>
                <i data-what="opened" style={{ height: `${(week.opened / top) * 100}%` }} />
                <i data-what="resolved" style={{ height: `${(week.resolved / top) * 100}%` }} />
              </span>
              <span className={classes.tick} data-odd={(weeks.length - 1 - index) % 4 === 2 || undefined} aria-hidden>
                {(weeks.length - 1 - index) % 2 === 0 && dayAndMonth(week.start)}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Start of the range in which the rows read are complete: everywhere, or after the oldest of a full page. */
function reachOf(moments: readonly string[]): number {
  return moments.length < MOST ? 0 : Math.min(...moments.map((at) => Date.parse(at)))
}

/** The next number above that is divisible by four grid lines. */
function scaleOf(most: number): number {
  return Math.ceil(most / 4) * 4
}

function dayAndMonth(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
