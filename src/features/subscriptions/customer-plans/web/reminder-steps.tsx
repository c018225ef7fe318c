import { IconCheck } from '#kit/web/icons/icons.generated.ts'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import type { Reminder } from '../contract.ts'
import { useDetailText } from '../texts.ts'
import classes from './subscription-detail.module.css'

/** The reminders of an expiration date as steps: sent, due, or past without having been sent. */
export function ReminderSteps({ reminders, daysLeft }: { reminders: readonly Reminder[]; daysLeft: number }) {
  const t = useDetailText()
  return (
    <ol className={classes.steps}>
      {reminders.map(({ threshold, day, sent }) => {
        const past = daysLeft < threshold
        const state = sent ? t('sent', { at: formatDateTime(sent) }) : past ? t('missed') : t('due')
        return (
          <li key={threshold} data-state={sent ? 'sent' : past ? 'missed' : 'due'} title={state}>
            <span className={classes.dot}>{sent && <IconCheck size={12} aria-hidden />}</span>
            <strong>{threshold < 0 ? t('after') : t('before', { count: threshold })}</strong>
            <time dateTime={day}>{formatDate(day)}</time>
            <span className={classes.state}>{sent ? t('sent', { at: '' }).trim() : state}</span>
          </li>
        )
      })}
    </ol>
  )
}
