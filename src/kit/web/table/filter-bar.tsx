import type { ReactNode } from 'react'
import classes from './filter.module.css'

/** The line above a grid: views, search, filters; the content of `right` is at its end. */
export function FilterBar({ children, right }: { children: ReactNode; right?: ReactNode }) {
  return (
    <div className={classes.bar}>
      {children}
      {right && <div className="row end">{right}</div>}
    </div>
  )
}
