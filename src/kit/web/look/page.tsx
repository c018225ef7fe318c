import { type ReactNode, useRef } from 'react'
import classes from './page.module.css'
import { useToastOffset } from './use-at-foot.ts'

/**
 * The frame of a page: `fill` for grids (full height, scrolls inside itself), `dashboard` (at most 1200 px wide) and
 * `form` (720 px) scroll as a whole.
 */
export function Page({ kind = 'dashboard', children }: { kind?: 'fill' | 'dashboard' | 'form'; children: ReactNode }) {
  return (
    <div className={classes.page} data-kind={kind}>
      {children}
    </div>
  )
}

/** On a phone a bar at the foot with the page's actions, 44 high; on wider screens nothing. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useToastOffset(bar)
  return (
    <div ref={bar} className={classes.foot}>
      {children}
    </div>
  )
}
