import type { ReactNode } from 'react'
import { useText } from '../texts.ts'
import classes from './container-picker.module.css'

/** One level of the picker: the names that match, one of them chosen, each with a note. */
export function PickerColumn(props: {
  label: string
  names: readonly string[]
  total: number
  word: string
  chosen: string | undefined
  noteOf: (name: string) => ReactNode
  onChoose: (name: string) => void
  /** In place of the names while they are read, or when they cannot be. */
  children?: ReactNode
}) {
  const t = useText()
  const { label, names, total, word, chosen, noteOf, onChoose, children } = props
  return (
    <fieldset className={classes.column}>
      <legend>
        <span>{label}</span>
        <span>{children ? '' : t('picker.of', { some: names.length, all: total })}</span>
      </legend>
      <div className={classes.names}>
        {children ??
          names.map((name) => (
            <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
              <code>
                <Marked name={name} word={word} />
              </code>
              <small>{noteOf(name)}</small>
            </button>
          ))}
      </div>
    </fieldset>
  )
}

/** The name with the part that was typed marked. */
function Marked({ name, word }: { name: string; word: string }) {
  const at = word === '' ? -1 : name.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <b>{name.slice(at, at + word.length)}</b>
      {name.slice(at + word.length)}
    </>
  )
}
