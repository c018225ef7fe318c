import { type ReactNode, useRef } from 'react'
import { DialogActions } from './dialog-actions.tsx'
import classes from './drawer-foot.module.css'
import { useToastOffset } from './use-at-foot.ts'

/** The foot of a drawer in which something is chosen: what was chosen, with a note, and its buttons; toasts stay above. */
export function DrawerFoot(props: { choice: { words: string; note: string } | undefined; children: ReactNode }) {
  const { choice, children } = props
  const foot = useRef<HTMLElement>(null)
  useToastOffset(foot)
  return (
    <footer ref={foot} className={classes.foot}>
      {choice && (
        <p>
          <b>{choice.words}</b>
          <small>{choice.note}</small>
        </p>
      )}
      <DialogActions>{children}</DialogActions>
    </footer>
  )
}
