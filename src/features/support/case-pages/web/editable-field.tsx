import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { focusFirstField } from '#kit/web/focus-first-field.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { IconPencil } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'
import classes from './details-tab.module.css'

type Saving = (onDone: () => void) => void
type Common = { label: string; may: boolean; busy: boolean }

/** A line of text, or Markdown, that is edited in place. */
export function EditableText(
  props: Common & {
    value: string
    optional?: boolean
    mono?: boolean
    markdown?: boolean
    onSave: (value: string) => Saving
  },
) {
  const t = useText()
  const shownValue = props.markdown ? (
    <Markdown text={props.value} />
  ) : props.mono ? (
    <code>{props.value}</code>
  ) : (
    props.value
  )
  return (
    <Editable
      {...props}
      start={props.value}
      valid={(value) => props.optional === true || value.trim() !== ''}
      shown={props.value ? shownValue : t('field.none')}
    >
      {(value, change) =>
        props.markdown ? (
          <MarkdownEditor label={props.label} value={value} onChange={change} />
        ) : (
          <TextInput
            aria-label={props.label}
            maxLength={250}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )
      }
    </Editable>
  )
}

/** One of several values. */
export function EditableChoice(
  props: Common & {
    value: string
    shown: string
    options: readonly { value: string; label: string }[]
    onSave: (value: string) => Saving
  },
) {
  return (
    <Editable {...props} start={props.value} valid={() => true}>
      {(value, change) => (
        <Select
          aria-label={props.label}
          searchable
          data={[...props.options]}
          value={value}
          onChange={(next) => change(next ?? '')}
        />
      )}
    </Editable>
  )
}

/** Labels, each of letters, digits, dots and dashes. */
export function EditableLabels(props: Common & { values: readonly string[]; onSave: (values: string[]) => Saving }) {
  const t = useText()
  return (
    <Editable
      {...props}
      start={[...props.values]}
      valid={() => true}
      shown={
        props.values.length > 0 ? (
          <span className={classes.labels}>
            {props.values.map((label) => (
              <Badge key={label} colour="grey" plain>
                {label}
              </Badge>
            ))}
          </span>
        ) : (
          t('field.none')
        )
      }
    >
      {(value, change) => (
        <TagsInput
          aria-label={props.label}
          description={t('field.labelsHint')}
          maxTags={20}
          value={value}
          onChange={(labels) => change(labels.map((one) => one.trim().replace(/\s+/g, '-')))}
        />
      )}
    </Editable>
  )
}

function Editable<Value>(
  props: Common & {
    start: Value
    shown: ReactNode
    valid: (value: Value) => boolean
    onSave: (value: Value) => Saving
    children: (value: Value, change: (value: Value) => void) => ReactNode
  },
) {
  const t = useText()
  const [value, setValue] = useState<Value | null>(null)
  const save = () => value !== null && props.valid(value) && props.onSave(value)(() => setValue(null))
  return (
    <div className={classes.field} data-editing={value !== null || undefined}>
      <dt>{props.label}</dt>
      <dd>
        {value === null ? (
          <span className={classes.value}>
            <span className="grow">{props.shown}</span>
            {props.may && (
              <IconButton
                size={24}
                aria-label={t('field.edit', { name: props.label })}
                onClick={() => setValue(props.start)}
              >
                <IconPencil size={14} aria-hidden />
              </IconButton>
            )}
          </span>
        ) : (
          <form
            ref={focusFirstField}
            onSubmit={(event) => {
              event.preventDefault()
              save()
            }}
          >
            {props.children(value, setValue)}
            <span className={classes.buttons}>
              <Button size="xs" variant="default" onClick={() => setValue(null)}>
                {t('field.cancel')}
              </Button>
              <Button
                size="xs"
                type="submit"
                loading={props.busy}
                blocked={props.valid(value) ? undefined : t('notYet.field')}
              >
                {t('field.save')}
              </Button>
            </span>
          </form>
        )}
      </dd>
    </div>
  )
}
