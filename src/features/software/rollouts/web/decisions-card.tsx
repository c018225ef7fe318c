import { Card } from '#kit/web/look/card.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { RolloutDetail } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './rollout.module.css'

type Decision = RolloutDetail['decisions'][number]

/** What was decided, by whom and when, newest first. */
export function DecisionsCard({ decisions }: { decisions: readonly Decision[] }) {
  const t = useText()
  return (
    <Card title={t('decisions.title')} note={t('decisions.note')} flush>
      <ol className={classes.decisions}>
        {decisions.map((decision) => (
          <li key={decision.id}>
            <time dateTime={decision.at}>{formatDateTime(decision.at)}</time>
            <span translate="no">{wordsOf(decision, t)}</span>
            <span className={classes.end} translate={decision.by ? 'no' : undefined}>
              {decision.by ?? t('decisions.portal')}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function wordsOf({ event, group, accounts, checks, reason }: Decision, t: ReturnType<typeof useText>): string {
  return t(`decisions.${event.replace('rollout.', '')}` as 'decisions.ring-held', {
    ring: group ?? '',
    count: accounts ?? 0,
    checks: checks.map((check) => t(`checks.name.${check}`)).join(', '),
    reason: reason ?? '',
  })
}
