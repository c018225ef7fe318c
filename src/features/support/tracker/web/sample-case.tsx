import { DescriptionList } from '#kit/web/look/facts.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { TrackerSample } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './tracker.module.css'

/** One issue of the project as the case that the mapping makes of it, or why there is none. */
export function SampleCase({
  result,
  at,
  failure,
}: {
  result: TrackerSample | undefined
  at: number
  failure: string | undefined
}) {
  const t = useText()
  if (failure)
    return (
      <p role="alert" className={classes.error}>
        {t('sampleFailed', { reason: failure })}
      </p>
    )
  if (!result) return null
  const { sample, unknownStatuses } = result
  return (
    <section className={classes.sample} aria-label={t('sample')}>
      <h3>{t('sample')}</h3>
      <p className={classes.note}>{sample ? t('sampleNote', { at: formatDateTime(new Date(at)) }) : t('sampleNone')}</p>
      {unknownStatuses.length > 0 && (
        <p role="alert" className={classes.error}>
          {t('unknownStatuses', { count: unknownStatuses.length, names: unknownStatuses.join(', ') })}
        </p>
      )}
      {sample && (
        <DescriptionList
          lines={[
            [t('sampleKey'), sample.caseKey ? t('sampleBoth', { issue: sample.key, key: sample.caseKey }) : sample.key],
            [t('sampleSubject'), sample.subject],
            [t('sampleStatus'), t('becomes', { there: sample.there.status, here: t(`status.${sample.status}`) })],
            [
              t('samplePriority'),
              t('becomes', { there: sample.there.priority || '–', here: t(`priority.${sample.priority}`) }),
            ],
            [t('sampleType'), t('becomes', { there: sample.there.type, here: t(`type.${sample.type}`) })],
            [t('sampleAccount'), sample.account],
          ]}
        />
      )}
    </section>
  )
}
