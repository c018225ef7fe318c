import type { ReactNode } from 'react'
import classes from './file-name.module.css'

/** The name of a file behind its icon, truncated where there is no space. */
export function FileName({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span className={classes.name}>
      {icon}
      <code title={name}>{name}</code>
    </span>
  )
}
