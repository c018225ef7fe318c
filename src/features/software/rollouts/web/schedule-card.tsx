import { Card } from '#kit/web/look/card.tsx'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import type { Rollout, RolloutRing } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './rollout.module.css'

const TICKS = 4
const DAY = 86_400_000
const HOUR = 3_600_000

/** The rings on a time axis: what has passed, and what is planned. */
export function ScheduleCard({ rollout, isHeld }: { rollout: Rollout; isHeld: boolean }) {
  const t = useText()
  const now = Date.now()
  const times = scheduleOf(rollout, now)
  const from = new Date(rollout.created).getTime()
  const to = Math.max(from + HOUR, ...times.map((time) => time.to))
  const share = (at: number) => `${(100 * Math.max(0, at - from)) / (to - from)}%`
  const ends =
    rollout.state === 'RUNNING'
      ? isHeld
        ? t('schedule.none')
        : t('schedule.end', { date: formatDate(new Date(to)) })
      : t('schedule.done', { date: formatDate(rollout.updated) })
  return (
    <Card title={ends}>
      {rollout.state === 'RUNNING' && !isHeld && <p className={classes.note}>{t('schedule.note')}</p>}
      <div className={classes.schedule}>
        <div className={classes.axis} aria-hidden>
          {Array.from({ length: TICKS + 1 }, (_, tick) => from + ((to - from) * tick) / TICKS).map((at) => (
            <span key={at} style={{ insetInlineStart: share(at) }}>
              {to - from > 2 * DAY ? formatDate(new Date(at)) : formatDateTime(new Date(at))}
            </span>
          ))}
        </div>
        <ol className={classes.lanes}>
          {times.map((time) => (
            <Lane key={time.ring.position} time={time} share={share} />
          ))}
        </ol>
        {rollout.state === 'RUNNING' && (
          <div className={classes.nowLane} aria-hidden>
            <span style={{ insetInlineStart: share(now) }} />
          </div>
        )}
      </div>
    </Card>
  )
}

function Lane({ time, share }: { time: RingTime; share: (at: number) => string }) {
  const t = useText()
  const { ring, from, passed, to } = time
  const hours = Math.round((to - from) / HOUR)
  const length =
    hours >= 48 ? t('schedule.days', { count: Math.round(hours / 24) }) : t('schedule.hours', { count: hours })
  const words = { ring: ring.group, from: formatDateTime(new Date(from)), to: formatDateTime(new Date(to)) }
  return (
    <li aria-label={t(ring.done === null ? 'schedule.plan_label' : 'schedule.done_label', words)}>
      <span className={classes.laneName} translate="no">
        {ring.group}
      </span>
      <span className={classes.lane} aria-hidden>
        <i
          data-state={ring.state}
          style={{ insetInlineStart: share(from), width: `calc(${share(passed)} - ${share(from)})` }}
        />
        <i data-planned style={{ insetInlineStart: share(passed), width: `calc(${share(to)} - ${share(passed)})` }} />
      </span>
      <span className={classes.laneLength}>{length}</span>
    </li>
  )
}

/** The time of a ring in milliseconds: passed, and planned after it. */
type RingTime = {
  readonly ring: RolloutRing
  readonly from: number
  /** The end of what has passed; `from` for a ring that has not begun. */
  readonly passed: number
  readonly to: number
}

const MINUTE = 60_000

/** When the rings were, and will be at the earliest: each release approved at once, every check passed in time. */
function scheduleOf({ rings, state, updated }: Rollout, now: number): RingTime[] {
  let last = now
  const end = state === 'RUNNING' ? now : new Date(updated).getTime()
  return rings.flatMap((ring) => {
    if (ring.started === null) {
      if (state !== 'RUNNING') return []
      const from = last
      last = from + ring.soakMinutes * MINUTE
      return [{ ring, from, passed: from, to: last }]
    }
    const from = new Date(ring.started).getTime()
    if (ring.done !== null) {
      const to = new Date(ring.done).getTime()
      return [{ ring, from, passed: to, to }]
    }
    if (state !== 'RUNNING') return [{ ring, from, passed: end, to: end }]
    const soaking = ring.soaking === null ? now : new Date(ring.soaking).getTime()
    last = Math.max(now, soaking + ring.soakMinutes * MINUTE)
    return [{ ring, from, passed: now, to: last }]
  })
}
