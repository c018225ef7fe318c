import type { KeyboardEvent, ReactNode } from 'react'
import classes from './grid.module.css'

/** What is shown under a row of a grid; its keys are its own. `top` and `height` are in pixels. */
export function GridDetail({ top, height, children }: { top: number; height: number; children: ReactNode }) {
  const keepKeys = (event: KeyboardEvent) => event.stopPropagation()
  return (
    <tr className={classes.detail} style={{ transform: `translateY(${top}px)`, height }} onKeyDown={keepKeys}>
      <td>{children}</td>
    </tr>
  )
}
