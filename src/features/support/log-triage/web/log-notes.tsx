import { IconLock } from '#kit/web/icons/icons.generated.ts'
import { type LogReading, suggestedFacts } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './log-triage.module.css'

/** The facts of an attachment, and how many secrets are hidden in it; `original` is the address for those who may open it. */
export function LogNotes({ reading, original, name }: { reading: LogReading; original: string | null; name: string }) {
  const t = useText()
  if (!reading) return null
  const facts = suggestedFacts([reading])
  const { secretCount, signatures } = reading
  if (facts.length === 0 && secretCount === 0 && signatures.length === 0) return null
  return (
    <div className={classes.notes}>
      {(facts.length > 0 || signatures.length > 0) && (
        <dl className={classes.chips} aria-label={t('factsOf', { name })}>
          {facts.map(({ fact, value, product, line }) => (
            <div key={fact} className={classes.chip} title={t('line', { line })}>
              <dt>{t(`facts.${fact}`)}</dt>
              <dd translate="no">{fact === 'product' ? (product ?? value) : value}</dd>
            </div>
          ))}
          {signatures.map(({ signature, line }) => (
            <div key={signature} className={classes.chip} data-kind="signature" title={t('line', { line })}>
              <dt>{t('signature')}</dt>
              <dd translate="no">{signature}</dd>
            </div>
          ))}
        </dl>
      )}
      {secretCount > 0 && (
        <p className={classes.secrets}>
          <IconLock size={14} aria-hidden />
          <span>
            <strong>{t('secrets', { count: secretCount })}</strong>{' '}
            <span className={classes.quiet}>{t(original ? 'secretsText' : 'secretsTextOther')}</span>
          </span>
          {original && (
            <a href={original} download={name} aria-label={t('openOriginal', { name })}>
              {t('original')}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
