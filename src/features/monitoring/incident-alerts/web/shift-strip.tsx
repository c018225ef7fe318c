import type { CSSProperties } from 'react'
import { Card } from '#kit/web/look/card.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { formatDateTime, timeZoneShown } from '#kit/web/time/time.ts'
import type { OnCall } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './alerts.module.css'

const DAY_MS = 86_400_000

/** Who is on call in the next four weeks, as wide as each shift is long; gaps are said in words too. */
export function ShiftStrip({ onCall: { shifts } }: { onCall: OnCall }) {
  const t = useText()
  const gaps = shifts.filter(({ user }) => user === null)
  return (
    <>
      {gaps.map(({ from, to }) => (
        <Callout
          key={from}
          colour="red"
          title={t('onCall.gaps', { from: formatDateTime(from), to: formatDateTime(to) })}
        />
      ))}
      <Card title={t('onCall.strip')} right={<span>{t('onCall.zone', { zone: timeZoneShown() })}</span>}>
        <ol className={classes.strip} aria-label={t('onCall.strip')}>
          {shifts.map(({ user, from, to, override }) => (
            <li
              key={from}
              className={classes.shift}
              data-kind={user === null ? 'gap' : override ? 'override' : 'turn'}
              style={{ '--days': (Date.parse(to) - Date.parse(from)) / DAY_MS } as CSSProperties}
            >
              <strong>{user?.fullName ?? t('onCall.gap')}</strong>
              {override && <span>{t('onCall.override')}</span>}
              <span>{t('onCall.until', { time: formatDateTime(to) })}</span>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}
