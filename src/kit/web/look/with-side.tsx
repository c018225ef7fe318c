import type { ReactNode } from 'react'
import classes from './with-side.module.css'

/**
 * The body of a page with a column beside it, each scrolling separately; on narrow screens they are below each other.
 */
export function TwoColumnLayout(props: {
  /** The names of the main part and the side, for screen readers. */
  label: string
  sideLabel: string
  side: ReactNode
  /** Across both. */
  tabs: ReactNode
  /** A side with commands or other long lines in it. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <>
      {props.tabs}
      <div className={classes.columns} data-wide={props.wide || undefined}>
        <section className={classes.main} aria-label={props.label}>
          {props.children}
        </section>
        <aside className={classes.side} aria-label={props.sideLabel}>
          {props.side}
        </aside>
      </div>
    </>
  )
}

/** The content below the tabs of a `TwoColumnLayout`: scrolls, also by the keyboard. */
export function TabBody({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.content} aria-label={label} {...{ tabIndex: 0 }}>
      {children}
    </section>
  )
}
