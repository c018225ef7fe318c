import type { ReactNode } from 'react'
import { useText } from '../text/kit-text.ts'
import classes from './badge.module.css'
import { type BadgeColour, type StateKind, type StateOf, stateLook } from './colours.ts'

/** A state as one word: soft background, dot, text. The dot blinks (never the word) while the state is live. */
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

/** A badge whose colour and text follow from the fixed table of states; `children` overrides the text. */
export function StateBadge<Kind extends StateKind>({
  kind,
  state,
  plain,
  children,
}: {
  kind: Kind
  state: StateOf<Kind>
  plain?: boolean
  children?: ReactNode
}) {
  const label = useStateLabel()
  const look = stateLook(kind, state)
  return (
    <Badge colour={look.colour} blinking={look.blinking} plain={plain ?? false}>
      {children ?? label(kind, state)}
    </Badge>
  )
}

/** Returns the text of a state, for places that are not a badge. */
export function useStateLabel(): <Kind extends StateKind>(kind: Kind, state: StateOf<Kind>) => string {
  const t = useText() as (key: string) => string
  return (kind, state) => t(`state.${kind}.${state}`)
}
