import type { ReactNode } from 'react'
import type { BadgeColour } from '../look/colours.ts'
import classes from './state.module.css'

/** Shown in place of an empty list or page: an icon, what happened, what it means, and what to do next. */
export function EmptyState(props: {
  colour: BadgeColour
  icon: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  foot?: ReactNode
  page?: boolean
}) {
  const Heading = props.page ? 'h1' : 'h2'
  return (
    <div className={classes.state} data-page={props.page || undefined}>
      <div className={classes.sign} data-c={props.colour}>
        {props.icon}
      </div>
      <Heading className={classes.title}>{props.title}</Heading>
      {props.children && <p className={classes.text}>{props.children}</p>}
      {props.actions && <div className={classes.actions}>{props.actions}</div>}
      {props.foot && <div className={classes.foot}>{props.foot}</div>}
    </div>
  )
}
