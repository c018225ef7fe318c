import type { ReactNode } from 'react'
import type { BadgeColour } from './colours.ts'
import classes from './strip.module.css'

/** A coloured line across a page that shows one message and links to it, for example a live outage. */
export function Callout(props: {
  colour: BadgeColour
  live?: boolean
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.strip} data-c={props.colour} role="status">
      {props.live ? <span className={classes.dot} /> : props.icon}
      <div className={classes.words}>
        <strong>{props.title}</strong>
        {props.children && <span>{props.children}</span>}
      </div>
      {props.action && <div className={classes.action}>{props.action}</div>}
    </div>
  )
}
