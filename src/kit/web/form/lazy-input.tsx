import { TextInput, type TextInputProps } from '@mantine/core'
import { type ComponentType, type MouseEvent, type Ref, useEffect, useRef } from 'react'
import { IconSelector } from '#kit/web/icons/icons.generated.ts'
import classes from '../lazy-menu.module.css'
import { type Loadable, useLoaded } from './use-loaded.ts'

/** What the placeholder of a field shows while the code of the field is loaded. */
const placeholderProps = [
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
export type LazyInputProps = Pick<TextInputProps, (typeof placeholderProps)[number]>

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
  const heldPress = useRef<'focus' | 'press' | null>(null)
  const isLoaded = Field !== null
  useEffect(() => {
    const input = place.current?.querySelector('input')
    if (!isLoaded || !input || heldPress.current === null) return
    input.focus()
    if (heldPress.current === 'press') input.click()
    heldPress.current = null
  }, [isLoaded])
  const press = (event: MouseEvent<HTMLInputElement>) => {
    // The focus goes here first: a press moves it when it is handled, and if the field was replaced by then, to what is
    // around it, which closes the list.
    event.preventDefault()
    heldPress.current = 'press'
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
  const styles = Object.fromEntries(placeholderProps.filter((name) => name in field).map((name) => [name, field[name]]))
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
          heldPress.current ??= 'focus'
          now()
        }}
        onBlur={() => {
          heldPress.current = null
        }}
        onMouseDown={press}
      />
    </span>
  )
}
