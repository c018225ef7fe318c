import type { ReactNode } from 'react'
import classes from './with-side.module.css'

/** The body of a page with a column beside it, each scrolling by itself; on narrow screens they stand below each other. */
export function TwoColumnLayout(props: {
  /** What the main part is, for screen readers, and what the side is. */
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

/** What is below the tabs of a `WithSide`: scrolls, also by the keyboard. */
export function TabBody({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.content} aria-label={label} {...{ tabIndex: 0 }}>
      {children}
    </section>
  )
}
