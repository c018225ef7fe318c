import { Card } from '#kit/web/look/card.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { Alert } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './alerts.module.css'

type Entry = { readonly at: string; readonly tone: string; readonly text: string }

/** What happened to an alert, the newest first. */
export function AlertTimeline({ alert }: { alert: Alert }) {
  const t = useText()
  return (
    <Card title={t('timeline.title')}>
      <ol className={classes.entries} aria-label={t('timeline.title')}>
        {entriesOf(t, alert).map(({ at, tone, text }) => (
          <li key={`${at} ${text}`} className={classes.entry} data-tone={tone}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function entriesOf(t: ReturnType<typeof useText>, alert: Alert): Entry[] {
  const { created, createdBy, notified, occurrences, lastOccurred, acknowledged, closed } = alert
  const nameOf = (what: 'acknowledged' | 'closed') => {
    const inside = alert[`${what}By`]?.fullName
    const outside = alert[`${what}In`]
    if (!outside) return inside ?? t('timeline.automatic')
    const system = (t as (key: string) => string)(`system.${outside.system}`)
    return t('timeline.in', { name: inside ?? outside.user ?? system, system })
  }
  const entries: (Entry | false)[] = [
    {
      at: created,
      tone: 'red',
      text: t('timeline.opened', { name: createdBy?.fullName ?? t('timeline.automatic') }),
    },
    ...notified.map(({ user, at }) => ({
      at,
      tone: 'blue',
      text: t('timeline.notified', { name: user.fullName }),
    })),
    occurrences > 1 && { at: lastOccurred, tone: 'red', text: t('timeline.repeated', { count: occurrences }) },
    acknowledged !== null && {
      at: acknowledged,
      tone: 'orange',
      text: t('timeline.acknowledged', { name: nameOf('acknowledged') }),
    },
    closed !== null && { at: closed, tone: 'green', text: t('timeline.closed', { name: nameOf('closed') }) },
  ]
  // Of entries of one moment the later one is above.
  return entries
    .filter((entry) => entry !== false)
    .reverse()
    .sort((a, b) => b.at.localeCompare(a.at))
}
