import type { ReactNode } from 'react'
import classes from './card.module.css'

/** A panel; with a title it has a head of 44 px: title, muted unit or range, and actions at the right. */
export function Card(props: {
  title?: ReactNode
  note?: ReactNode
  right?: ReactNode
  flush?: boolean
  /** Where a link to the section leads. */
  id?: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section id={props.id} className={[classes.card, props.className].filter(Boolean).join(' ')}>
      {props.title && (
        <header className={classes.head}>
          <h2>{props.title}</h2>
          {props.note && <span className={classes.note}>{props.note}</span>}
          {props.right && <div className={classes.right}>{props.right}</div>}
        </header>
      )}
      <div className={classes.body} data-flush={props.flush || undefined} data-headed={props.title ? true : undefined}>
        {props.children}
      </div>
    </section>
  )
}
