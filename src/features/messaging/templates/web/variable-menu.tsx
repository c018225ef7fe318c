import { useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../texts.ts'
import classes from './variable-menu.module.css'

/** A variable that can be inserted. */
export type Variable = {
  readonly name: string
  readonly group: 'inputs' | 'recipient' | 'event'
  /** Its value, or where it comes from. */
  readonly note: string
}

const WIDTH = 352

/** The variables that fit what is being written, at the place of its braces. */
export function VariableMenu(props: {
  id: string
  variables: readonly Variable[]
  selected: number
  onSelect: (index: number) => void
  onPick: (variable: Variable) => void
}) {
  const t = useText()
  const anchor = useRef<HTMLSpanElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const box = anchor.current?.getBoundingClientRect()
    if (box) setPlace({ left: Math.max(8, Math.min(box.left, window.innerWidth - WIDTH - 8)), top: box.bottom + 4 })
  }, [])
  return (
    <>
      <span ref={anchor} className={classes.anchor} />
      <div id={props.id} className={classes.menu} role="listbox" aria-label={t('menu.label')} style={place}>
        {props.variables.map((variable, index) => (
          <div
            key={variable.name}
            id={`${props.id}-${index}`}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={index === props.selected}
            onMouseEnter={() => props.onSelect(index)}
            onMouseDown={(event) => {
              event.preventDefault()
              props.onPick(variable)
            }}
          >
            <code>{variable.name}</code>
            <span className={classes.note}>{variable.note}</span>
            <span className={classes.group}>{t(`menu.${variable.group}`)}</span>
          </div>
        ))}
      </div>
    </>
  )
}
