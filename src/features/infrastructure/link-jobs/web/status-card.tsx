import { accountAnalyticsPath } from '#features/monitoring/analytics/paths.ts'
import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconLoader } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import type { LinkJob, LinkStep } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './links-page.module.css'

/** What the job waits for, or how it ended; and its steps with what the portal has seen of each. */
export function StatusCard({ account, job }: { account: AccountChoice; job: LinkJob }) {
  const t = useText()
  const proof = useProof(job)
  const { steps, state, reason } = job
  const doneCount = steps.filter((step) => step.state === 'DONE').length
  return (
    <section className={classes.status} data-state={state} aria-live="polite">
      <div className={classes.statusWords}>
        {state === 'IN_PROGRESS' && (
          <>
            <h2>{t('status.waiting')}</h2>
            <p className={classes.figure}>{t('status.ofSteps', { done: doneCount, count: steps.length })}</p>
            <p>{t('status.stepsDone')}</p>
            <progress value={doneCount} max={steps.length} aria-label={t('status.stepsDone')} />
            <p>{t('status.waitingText')}</p>
          </>
        )}
        {state === 'DONE' && (
          <>
            <h2>{t('status.done')}</h2>
            <p>{t('status.doneText', { deployment: job.deployment.name, series: formatCount(job.series) })}</p>
            <Button variant="default" to={accountAnalyticsPath({ account })}>
              {t('status.toAnalytics')}
            </Button>
          </>
        )}
        {state === 'FAILED' && (
          <>
            <h2>{t('status.failed')}</h2>
            <p>{reason && t(`status.${reason}`)}</p>
          </>
        )}
        {state === 'CANCELLED' && (
          <>
            <h2>{t('status.cancelled')}</h2>
            <p>{t('status.cancelledText')}</p>
          </>
        )}
      </div>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.name} data-state={step.state}>
            <StepIcon state={step.state} />
            <b>{t(`step.${step.name}`)}</b>
            <span>{proof(step)}</span>
            {step.done && (step.name !== 'token' || job.state !== 'IN_PROGRESS' || job.exchanged) && (
              <time dateTime={step.done}>{formatTime(step.done)}</time>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepIcon({ state }: { state: LinkStep['state'] }) {
  if (state === 'DONE') return <IconCircleCheck size={17} aria-hidden />
  if (state === 'FAILED') return <IconAlertCircle size={17} aria-hidden />
  if (state === 'IN_PROGRESS') return <IconLoader size={17} aria-hidden />
  return <IconCircleDashed size={17} aria-hidden />
}

/** What the portal has seen of a step, in words. */
function useProof(job: LinkJob): (step: LinkStep) => string {
  const t = useText()
  const { build, exchangedFrom, expires, exchanged, state, series } = job
  return ({ name, state: at }) => {
    if (name === 'token')
      return exchanged || state !== 'IN_PROGRESS' ? '' : t('step.validUntil', { at: formatDateTime(expires) })
    if (name === 'build' && build) return t(`build.state.${build.state}`)
    if (at === 'FAILED') return t('step.failed')
    if (name === 'exchange' && exchangedFrom) return t('step.from', { from: exchangedFrom })
    if (name === 'samples' && at === 'DONE') return t('step.series', { count: series })
    if (state !== 'IN_PROGRESS') return ''
    return t(at === 'IN_PROGRESS' ? 'step.waiting' : 'step.before')
  }
}
