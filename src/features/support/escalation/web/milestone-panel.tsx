import { Link } from '@tanstack/react-router'
import { milestoneNames } from '#features/support/case-access/contract.ts'
import type { Case } from '#features/support/cases/contract.ts'
import { IconCheck } from '#kit/web/icons/icons.generated.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './milestone-panel.module.css'

/** R&D's progress, for both sides; vendor staff also see which R&D issue it is. */
export function MilestonePanel({ found }: { found: Case }) {
  const t = useText()
  const { milestone, rndIssue, rndIssueUrl } = found
  if (!milestone) return null
  const reachedIndex = milestoneNames.indexOf(milestone.name)
  return (
    <section className={classes.panel} aria-label={t('milestone.title')}>
      <ol className={classes.steps}>
        {milestoneNames.map((name, index) => (
          <li
            key={name}
            className={classes.step}
            data-reached={index <= reachedIndex || undefined}
            aria-current={index === reachedIndex ? 'step' : undefined}
          >
            <span className={classes.dot}>{index <= reachedIndex && <IconCheck size={12} aria-hidden />}</span>
            <span>
              <strong>{t(`milestone.${name}`)}</strong>
              {index === reachedIndex && (
                <span className={classes.at}>
                  <time dateTime={milestone.at}>{formatDate(milestone.at)}</time> {milestone.bundle}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {milestone.name === 'in-your-release' && <p>{t('milestone.confirm')}</p>}
      {rndIssue && rndIssueUrl && (
        <p className={classes.issue}>
          <Link to={rndIssueUrl}>
            <code>{rndIssue.key}</code> {rndIssue.subject}
          </Link>
        </p>
      )}
    </section>
  )
}
