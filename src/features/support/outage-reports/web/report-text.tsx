import { Markdown } from '#kit/web/form/markdown.tsx'
import { type ReportTexts, reportFields } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './outage-reports.module.css'

/** The six sections as they are read. */
export function ReportText({ texts, narrow = false }: { texts: ReportTexts; narrow?: boolean }) {
  const t = useText()
  return (
    <div className={classes.sections} data-narrow={narrow || undefined}>
      {reportFields.map((field) => (
        <section key={field} className={classes.section}>
          <h3>{t(`section.${field}`)}</h3>
          {texts[field].trim() ? <Markdown text={texts[field]} /> : <p className={classes.note}>{t('missing')}</p>}
        </section>
      ))}
    </div>
  )
}
