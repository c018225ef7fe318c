import type { ReactNode } from 'react'
import classes from './file-name.module.css'

/** The name of a file behind its icon, truncated where there is no space; `note` is a second line below it. */
export function FileName({ icon, name, note }: { icon: ReactNode; name: string; note?: string | undefined }) {
  return (
    <span className={classes.name}>
      {icon}
      <span className={classes.text}>
        <code title={name}>{name}</code>
        {note && (
          <small className={classes.note} title={note}>
            {note}
          </small>
        )}
      </span>
    </span>
  )
}
