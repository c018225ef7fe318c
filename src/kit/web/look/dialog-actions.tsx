import type { ReactNode } from 'react'
import classes from './dialog-actions.module.css'

/** The buttons at the end of a dialog, the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
