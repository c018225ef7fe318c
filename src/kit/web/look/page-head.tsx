import type { ReactNode } from 'react'
import { usePhoneTitle } from '../page-label.ts'
import { useIsMobile } from '../use-phone.ts'
import classes from './page-head.module.css'

/**
 * The head of a page: its one h1, badges, a muted line with scope, freshness and zone, and the page's actions. With a
 * `face` (a monogram), or `stacked`, the muted line is under the title, else beside it. On a phone the shell's head
 * shows title and note instead, and the page's actions are in a `BottomBar`.
 */
export function PageHeader(props: {
  title: ReactNode
  note?: ReactNode
  badges?: ReactNode
  face?: ReactNode
  stacked?: boolean
  actions?: ReactNode
}) {
  const text = (part: ReactNode) => (typeof part === 'string' ? part : undefined)
  usePhoneTitle(text(props.title), text(props.note))
  if (useIsMobile() && text(props.title)) return null
  return (
    <header className={classes.head}>
      {props.face}
      <div className={classes.words} data-stacked={props.face || props.stacked ? true : undefined}>
        <div className={classes.title}>
          <h1>{props.title}</h1>
          {props.badges}
        </div>
        {props.note && <p className={classes.note}>{props.note}</p>}
      </div>
      {props.actions && <div className={classes.actions}>{props.actions}</div>}
    </header>
  )
}
