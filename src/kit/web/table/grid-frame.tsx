import type { ReactNode } from 'react'
import classes from './grid.module.css'

/** The frame round a grid, in which it scrolls; the bulk bar floats in it. */
export function GridFrame({ children }: { children: ReactNode }) {
  return <div className={classes.frame}>{children}</div>
}
