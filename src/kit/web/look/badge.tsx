import type { ReactNode } from 'react'
import classes from './badge.module.css'
import { type BadgeColour, type StateKind, stateLook } from './colours.ts'

/** A state in a word: soft ground, dot, text. The dot blinks (never the word) while the state is live. */
export function Badge(props: {
  colour: BadgeColour
  blinking?: boolean | undefined
  plain?: boolean
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={classes.badge}
      data-c={props.colour}
      data-blinking={props.blinking || undefined}
      data-plain={props.plain || props.icon ? true : undefined}
    >
      {props.icon}
      {props.children}
    </span>
  )
}

/** A badge whose colour follows from the fixed table of states; `children` is the state's label. */
export function StateBadge({
  kind,
  state,
  plain,
  children,
}: {
  kind: StateKind
  state: string
  plain?: boolean
  children?: ReactNode
}) {
  const look = stateLook(kind, state)
  return (
    <Badge colour={look.colour} blinking={look.blinking} plain={plain ?? false}>
      {children ?? state}
    </Badge>
  )
}
