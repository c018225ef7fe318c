import { TextInput, type TextInputProps } from '@mantine/core'
import { type ComponentType, type MouseEvent, type Ref, useEffect, useRef } from 'react'
import { IconSelector } from '#kit/web/icons/icons.generated.ts'
import classes from '../lazy-menu.module.css'
import { type Loadable, useLoaded } from './use-loaded.ts'

/** What the placeholder of a field shows while the code of the field is loaded. */
const shown = [
  'id',
  'label',
  'description',
  'error',
  'placeholder',
  'required',
  'disabled',
  'className',
  'w',
  'size',
  'aria-label',
  'aria-describedby',
] as const
export type LazyInputProps = Pick<TextInputProps, (typeof shown)[number]>

/**
 * A field with a floating list. On the first page, a read-only field of the same size replaces it; the real one takes
 * over focus and press.
 */
export function LazyInput<Props extends object>(props: {
  part: Loadable<Props>
  field: Props & LazyInputProps
  text: string
  inputRef?: Ref<HTMLInputElement> | undefined
}) {
  const { part, field } = props
  const [Field, now] = useLoaded(part)
  const place = useRef<HTMLSpanElement>(null)
  const held = useRef<'focus' | 'press' | null>(null)
  const loaded = Field !== null
  useEffect(() => {
    const input = place.current?.querySelector('input')
    if (!loaded || !input || held.current === null) return
    input.focus()
    if (held.current === 'press') input.click()
    held.current = null
  }, [loaded])
  const press = (event: MouseEvent<HTMLInputElement>) => {
    // The focus goes here first: a press moves it when it is handled, and if the field was replaced by then, to what is
    // around it, which closes the list.
    event.preventDefault()
    held.current = 'press'
    event.currentTarget.focus()
    now()
  }
  if (Field) {
    const Ready = Field as ComponentType<object>
    return (
      <span ref={place} className={classes.place}>
        <Ready {...field} ref={props.inputRef} />
      </span>
    )
  }
  const styles = Object.fromEntries(shown.filter((name) => name in field).map((name) => [name, field[name]]))
  return (
    <span ref={place} className={classes.place}>
      <TextInput
        {...styles}
        data-autofocus={'data-autofocus' in field || undefined}
        ref={props.inputRef}
        readOnly
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        value={props.text}
        rightSection={<IconSelector size={15} aria-hidden />}
        rightSectionPointerEvents="none"
        onFocus={() => {
          held.current ??= 'focus'
          now()
        }}
        onBlur={() => {
          held.current = null
        }}
        onMouseDown={press}
      />
    </span>
  )
}
