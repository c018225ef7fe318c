import { useEffect } from 'react'
import { type Case, readCase, type SlaClock } from '#features/support/cases/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useText } from '../texts.ts'
import classes from './clocks-panel.module.css'

const MINUTE_MS = 60_000
const PENDING_MS = 1_000

/** The SLA clocks of a case: when each is due, what is left, and what paused it. */
export function ClocksPanel({ found }: { found: Case }) {
  const t = useText()
  const now = useCurrentMinute()
  useReadWhilePending(found.clocksPending)
  return (
    <section className={classes.panel} aria-label={t('panel.title')}>
      <ul className={classes.clocks}>
        {found.clocks.map((clock) => (
          <li key={clock.kind} className={classes.clock} data-tone={toneOf(clock, now)}>
            <strong>{t(`clock.${clock.kind}`)}</strong>
            <ClockText clock={clock} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClockText({ clock, now }: { clock: SlaClock; now: number }) {
  const t = useText()
  const { state, due: dueAt, left: timeLeft, ended: endedAt } = clock
  const at = endedAt === null ? '' : formatDateTime(endedAt)
  if (state === 'MET' || state === 'MISSED')
    return <span>{t(state === 'MET' ? 'panel.met' : 'panel.missed', { at })}</span>
  if (dueAt === null)
    return (
      <>
        <span>{t('panel.paused')}</span>
        <small>{t('panel.left', { span: formatDuration(timeLeft) ?? '' })}</small>
      </>
    )
  const minutes = (Date.parse(dueAt) - now) / MINUTE_MS
  const span = formatDuration(Math.abs(minutes)) ?? ''
  return (
    <>
      <span>{t(minutes < 0 ? 'panel.over' : 'panel.left', { span })}</span>
      <small>{t(minutes < 0 ? 'panel.late' : 'panel.due', { at: formatDateTime(dueAt) })}</small>
    </>
  )
}

function toneOf({ state, due, warn }: SlaClock, now: number): 'red' | 'yellow' | 'green' | undefined {
  if (state === 'MISSED') return 'red'
  if (state === 'MET') return 'green'
  if (due === null || warn === null) return undefined
  return Date.parse(due) <= now ? 'red' : Date.parse(warn) <= now ? 'yellow' : undefined
}

/** The clocks follow a change of the case within moments: the case is read again until they have. */
function useReadWhilePending(pending: boolean): void {
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => void refresh(readCase), PENDING_MS)
    return () => clearInterval(timer)
  }, [pending])
}
