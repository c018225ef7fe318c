import { IconCheck, IconFileText, IconLock } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { type LogFact, type LogReading, suggestedFacts } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './log-triage.module.css'

/** A file of the form, and what was found in it. */
export type FormLog = { readonly filename: string; readonly reading: LogReading }

/** What the logs of a new case say: each fact goes into the form by one click. `isUsed`: whether it has the fact. */
export function LogFacts(props: {
  logs: readonly FormLog[]
  isUsed: (fact: LogFact) => boolean
  onUse: (facts: readonly LogFact[]) => void
}) {
  const t = useText()
  const { isUsed, onUse } = props
  const logs = props.logs.filter(({ reading }) => reading !== null)
  if (logs.length === 0) return null
  const readings = logs.map(({ reading }) => reading)
  const facts = suggestedFacts(readings)
  const open = facts.filter((fact) => !isUsed(fact))
  const signatures = readings.flatMap((reading) => reading?.signatures ?? [])
  const secrets = readings.reduce((sum, reading) => sum + (reading?.secretCount ?? 0), 0)
  const lines = readings.reduce((sum, reading) => sum + (reading?.lines ?? 0), 0)
  return (
    <section className={classes.card} aria-label={t('says')}>
      <div className={classes.head}>
        <IconFileText size={16} aria-hidden />
        <h3>{t('says')}</h3>
        <code translate="no">{logs[0]!.filename}</code>
        <span className={classes.end}>{t('lines', { lines: lines.toLocaleString('en') })}</span>
      </div>
      {facts.length === 0 && signatures.length === 0 && <p className={classes.none}>{t('noFacts')}</p>}
      <ul className={classes.facts} aria-live="polite">
        {facts.map((fact) => (
          <li key={fact.fact}>
            <span className={classes.label}>{t(`facts.${fact.fact}`)}</span>
            <code className={classes.value} translate="no">
              {shownValue(fact)}
            </code>
            <span className={classes.line}>{t('line', { line: fact.line.toLocaleString('en') })}</span>
            {isUsed(fact) ? (
              <span className={classes.used}>
                <IconCheck size={14} aria-hidden /> {t('used')}
              </span>
            ) : (
              <Button size="xs" variant="default" onClick={() => onUse([fact])}>
                {t('use', { value: shownValue(fact) })}
              </Button>
            )}
          </li>
        ))}
        {signatures.map(({ signature, line, text }) => (
          <li key={signature} data-kind="signature">
            <span className={classes.label}>{t('signature')}</span>
            <code className={classes.value} translate="no">
              {text}
            </code>
            <span className={classes.line}>{t('line', { line: line.toLocaleString('en') })}</span>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        {secrets > 0 && (
          <span className={classes.secrets}>
            <IconLock size={14} aria-hidden />
            <span>
              <strong>{t('secrets', { count: secrets })}</strong>{' '}
              <span className={classes.quiet}>{t('secretsText')}</span>
            </span>
          </span>
        )}
        <span className={classes.end}>{t('pack', { pack: readings[0]!.pack })}</span>
        {open.length > 1 && (
          <Button size="xs" variant="light" onClick={() => onUse(open)}>
            {t('useAll')}
          </Button>
        )}
      </div>
    </section>
  )
}

function shownValue({ fact, product, value }: LogFact): string {
  return fact === 'product' ? (product ?? value) : value
}
