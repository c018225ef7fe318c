import type { ReactNode } from 'react'
import { useText } from '../text/kit-text.ts'
import classes from './subject.module.css'

/**
 * The text cell that names a row: truncated with an ellipsis; unread = heavier and a dot. `lead` is a monogram or an
 * icon.
 */
export function TitleCell({ lead, unread, children }: { lead?: ReactNode; unread?: boolean; children: ReactNode }) {
  const t = useText()
  return (
    <span className={classes.subject} data-unread={unread || undefined}>
      {lead}
      <span className="el">{children}</span>
      {unread && <i className={classes.dot} role="img" aria-label={t('grid.unread')} />}
    </span>
  )
}
