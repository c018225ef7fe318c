import { useId, useState } from 'react'
import { useText } from '../texts.ts'
import classes from './certificates.module.css'
import { LONGEST_CSR } from './order.ts'

/** Rem per line, as in the style sheet. */
const LINE = 1.125
const PADDING = 0.625

/** The request as text; the line that cannot be read is marked behind it. */
export function CsrField(props: { value: string; badLine: number | null; onChange: (value: string) => void }) {
  const t = useText()
  const id = useId()
  const { value, badLine, onChange } = props
  const [scrolled, setScrolled] = useState(0)
  return (
    <div className={classes.csr} data-bad={badLine !== null || undefined}>
      <label htmlFor={id}>{t('request.csr')}</label>
      <div className={classes.csrFrame}>
        {badLine !== null && (
          <span
            aria-hidden
            className={classes.badLine}
            style={{ top: `calc(${PADDING + (badLine - 1) * LINE}rem - ${scrolled}px)` }}
          />
        )}
        <textarea
          id={id}
          rows={13}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          translate="no"
          maxLength={LONGEST_CSR}
          placeholder={t('request.placeholder')}
          aria-invalid={badLine !== null || undefined}
          value={value}
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
    </div>
  )
}
