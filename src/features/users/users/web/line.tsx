import type { ReactNode } from 'react'
import classes from './line.module.css'

/** A row of a profile card: an icon, a name with its state, and actions. */
export function Line(props: {
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  note?: ReactNode
  /** The title labels a control of this id. */
  htmlFor?: string | undefined
  titleId?: string
  children?: ReactNode
}) {
  const Title = props.htmlFor ? 'label' : 'span'
  return (
    <div className={classes.line}>
      {props.icon && <span className={classes.icon}>{props.icon}</span>}
      <div className={classes.words}>
        <div className={classes.top}>
          <Title className={classes.title} id={props.titleId} {...(props.htmlFor ? { htmlFor: props.htmlFor } : {})}>
            {props.title}
          </Title>
          {props.badge}
        </div>
        {props.note && <div className={classes.note}>{props.note}</div>}
      </div>
      {props.children && <div className={classes.right}>{props.children}</div>}
    </div>
  )
}
