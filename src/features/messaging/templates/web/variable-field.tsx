import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { readPlaceholders } from '../contract/placeholders.ts'
import type { TemplateError } from '../contract/template.ts'
import { matchingVariables, variableBefore, type WrittenVariable } from './variable-before.ts'
import classes from './variable-field.module.css'
import { type Variable, VariableMenu } from './variable-menu.tsx'

const SHOWN = 8

/** A text with variables: known ones are tinted, errors underlined where they are; `{` lists the variables. */
export function VariableField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  variables: readonly Variable[]
  errors: readonly TemplateError[]
  describedBy?: string
  required?: boolean
  multiline?: boolean
}) {
  const { label, value, onChange, variables, errors, multiline = false } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [writtenVariable, setWrittenVariable] = useState<WrittenVariable | null>(null)
  const [at, setAt] = useState(0)
  const caret = useRef<number | null>(null)
  const matches = writtenVariable ? matchingVariables(variables, writtenVariable.words).slice(0, SHOWN) : []
  const open = matches.length > 0
  useLayoutEffect(() => {
    if (caret.current === null || field.current?.value !== value) return
    field.current.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value])
  const read = () => {
    const { current } = field
    setWrittenVariable(
      current && current.selectionStart === current.selectionEnd
        ? variableBefore(current.value, current.selectionStart)
        : null,
    )
    setAt(0)
  }
  const pick = (variable: Variable | undefined) => {
    if (!variable || !writtenVariable || !field.current) return
    const rest = value.slice(field.current.selectionStart).replace(/^\}{1,2}/, '')
    const before = `${value.slice(0, writtenVariable.from)}{{${variable.name}}}`
    caret.current = before.length
    setWrittenVariable(null)
    onChange(before + rest)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!multiline && event.key === 'Enter') event.preventDefault()
    if (!open || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setAt((at + (event.key === 'ArrowDown' ? 1 : matches.length - 1)) % matches.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(matches[at])
    else if (event.key === 'Escape') setWrittenVariable(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.field} data-multiline={multiline || undefined}>
      <div className={classes.mirror} aria-hidden>
        <TintedText text={value} errors={errors} />
      </div>
      <textarea
        ref={field}
        className={classes.text}
        rows={1}
        spellCheck={false}
        aria-label={label}
        aria-describedby={props.describedBy}
        aria-required={props.required || undefined}
        aria-invalid={errors.length > 0 || undefined}
        aria-autocomplete="list"
        aria-controls={open ? `${id}menu` : undefined}
        aria-activedescendant={open ? `${id}menu-${at}` : undefined}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(multiline ? currentTarget.value : currentTarget.value.replaceAll(/[\r\n]+/g, ' '))
          read()
        }}
        onKeyDown={onKeyDown}
        onClick={read}
        onBlur={() => setWrittenVariable(null)}
      />
      {open && writtenVariable && (
        <div className={classes.anchor}>
          <span>{value.slice(0, writtenVariable.from)}</span>
          <VariableMenu id={`${id}menu`} variables={matches} selected={at} onSelect={setAt} onPick={pick} />
        </div>
      )}
    </div>
  )
}

/** The text with its placeholders and errors marked, in the place of the characters of the field. */
function TintedText({ text, errors }: { text: string; errors: readonly TemplateError[] }) {
  const placedErrors = errors.filter(({ end }) => end > 0)
  const knownParts = readPlaceholders(text).flatMap((part) =>
    typeof part === 'string' || placedErrors.some(({ start }) => start === part.start)
      ? []
      : [{ ...part, wrong: false }],
  )
  const marks = [...knownParts, ...placedErrors.map(({ start, end }) => ({ start, end, wrong: true }))]
  marks.sort((a, b) => a.start - b.start)
  let last = 0
  const parts = marks.map(({ start, end, wrong }) => {
    const before = text.slice(last, start)
    last = end
    return (
      <span key={start}>
        {before}
        <mark data-wrong={wrong || undefined}>{text.slice(start, end)}</mark>
      </span>
    )
  })
  // The space keeps the height of an empty last line.
  return (
    <>
      {parts}
      {`${text.slice(last)} `}
    </>
  )
}
