import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Field } from '#kit/web/form/field.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { useText } from '../texts.ts'
import classes from './wiki.module.css'

/** The text of a page, in its final appearance or as Markdown. */
export function TextField(props: {
  value: string
  error: unknown
  onChange: (markdown: string) => void
  onSubmit: () => void
}) {
  const t = useText()
  const { value, error, onChange, onSubmit } = props
  const [mode, setMode] = useState<'formatted' | 'source'>('formatted')
  return (
    <Field
      label={t('field.text')}
      error={error ? String(error) : undefined}
      extra={
        <span className={classes.mode}>
          <SegmentedControl
            small
            aria-label={t('mode.label')}
            value={mode}
            onChange={setMode}
            options={[
              { value: 'formatted', label: t('mode.formatted') },
              { value: 'source', label: t('mode.source') },
            ]}
          />
        </span>
      }
    >
      {(control) =>
        mode === 'source' ? (
          <Textarea
            {...control}
            classNames={{ input: classes.markdown ?? '' }}
            autosize
            minRows={14}
            maxRows={40}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <MarkdownEditor
            label={t('field.text')}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid']}
            lines={14}
            value={value}
            onChange={onChange}
            onSubmit={onSubmit}
          />
        )
      }
    </Field>
  )
}
