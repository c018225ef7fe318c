import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Field } from '#kit/web/form/field.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconLock, IconUsers } from '#kit/web/icons/icons.generated.ts'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import type { PageAudience } from '../contract.ts'
import { useText } from '../texts.ts'
import { useIsStaff } from './use-wiki.ts'
import classes from './wiki.module.css'

/** What a form of a page holds at least. */
export type PageValues = { title: string; body: string; audience: PageAudience }

/**
 * Title, readers and text of a page. Only vendor staff choose the readers; below an internal page there is nothing to
 * choose.
 */
export function PageFields<Values extends PageValues>(props: {
  form: ContractForm<Values>
  isBelowInternal: boolean
  onSubmit: () => void
}) {
  const t = useText()
  const id = useId()
  const { form, isBelowInternal, onSubmit } = props
  const { body, audience } = form.values
  const set = form.setFieldValue as (field: string, value: string) => void
  const isStaff = useIsStaff()
  return (
    <>
      <TextInput
        required
        data-autofocus
        maxLength={200}
        autoComplete="off"
        label={t('field.title')}
        {...form.getInputProps('title')}
      />
      {isStaff && (
        <div>
          <span className={classes.fieldName} id={`${id}readers`}>
            {t('field.readers')}
          </span>
          <SegmentedControl
            aria-labelledby={`${id}readers`}
            value={isBelowInternal ? 'VENDOR' : audience}
            disabled={isBelowInternal}
            onChange={(next) => set('audience', next)}
            options={[
              { value: 'ALL', label: <Choice icon={<IconUsers size={14} aria-hidden />} words={t('readersAll')} /> },
              {
                value: 'VENDOR',
                label: <Choice icon={<IconLock size={14} aria-hidden />} words={t('readersVendor')} />,
              },
            ]}
          />
          {isBelowInternal && <p className={classes.note}>{t('belowInternal')}</p>}
        </div>
      )}
      <TextField value={body} error={form.errors.body} onChange={(next) => set('body', next)} onSubmit={onSubmit} />
    </>
  )
}

function Choice({ icon, words }: { icon: ReactNode; words: string }) {
  return (
    <span className={classes.choice}>
      {icon} {words}
    </span>
  )
}

/** The text of a page, in its final appearance or as Markdown. */
function TextField(props: {
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
