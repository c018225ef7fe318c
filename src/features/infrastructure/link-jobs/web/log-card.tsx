import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { formatTimestamp } from '#kit/web/time/time.ts'
import type { LinkJobDetail } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './links-page.module.css'

/** What happened in a job, as it happens. */
export function LogCard({ job }: { job: LinkJobDetail }) {
  const t = useText()
  const isLive = useLiveState() === 'open' && job.state === 'IN_PROGRESS'
  return (
    <Card
      className={classes.log}
      title={t('log.title')}
      right={isLive && <span className={classes.follows}>{t('log.follows')}</span>}
    >
      <ol aria-live="polite">
        {job.log.map((line) => (
          <li key={line.at + line.text} data-problem={line.isProblem || undefined}>
            <time dateTime={line.at}>{formatTimestamp(line.at)}</time>
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
