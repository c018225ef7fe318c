import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { type BindableEvent, bindableEvents } from '../contract/backend-variables.ts'
import type { InputValues } from '../contract/template.ts'
import { previewTemplate } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './editor.module.css'
import { type TemplateValues, templateBody } from './template-values.ts'

const WAIT_MS = 400
const select = { withScrollArea: false, comboboxProps: { withinPortal: false }, clearable: true } as const

/** The template with the values of an account, and of its last event. */
export function TemplatePreviewCard({ values, inputs }: { values: TemplateValues; inputs: InputValues }) {
  const t = useText()
  const accounts = useAccounts().map(({ name, displayName }) => ({ value: name, label: displayName }))
  const [account, setAccount] = useState<string | null>(accounts[0]?.value ?? null)
  const [event, setEvent] = useState<BindableEvent | null>(null)
  const { title, content, link, userInputs } = templateBody(values)
  const requestedBody = { title: title.trim() || '–', content, link, userInputs, inputs }
  const [body] = useDebouncedValue(
    { ...requestedBody, ...(account ? { account } : {}), ...(event ? { event } : {}) },
    WAIT_MS,
  )
  const { data } = useQueryOf(previewTemplate, { body }, { keep: true, enabled: body.content.trim() !== '' })
  return (
    <Card title={t('preview.title')}>
      <div className="form-stack">
        <div className="form-fields">
          <Select
            {...select}
            searchable
            label={t('preview.account')}
            placeholder={t('preview.yours')}
            data={accounts}
            value={account}
            onChange={setAccount}
          />
          <Select
            {...select}
            label={t('preview.event')}
            placeholder={t('preview.noEvent')}
            data={bindableEvents.map((value) => ({ value, label: t(`event.${value}`) }))}
            value={event}
            onChange={(value) => setEvent(value as BindableEvent | null)}
          />
        </div>
        {!data && <p className="form-words">{t('preview.empty')}</p>}
        {data && data.missing.length > 0 && (
          <InlineAlert>{t('preview.missing', { names: data.missing.join(', ') })}</InlineAlert>
        )}
        {data && data.cut.length > 0 && <InlineAlert>{t('preview.cut', { names: data.cut.join(', ') })}</InlineAlert>}
        {data && (
          <article className={classes.preview}>
            <h3>{data.title}</h3>
            <Markdown text={data.message} />
            {data.link !== null && <p className="form-words">{t('preview.linkTo', { link: data.link })}</p>}
          </article>
        )}
      </div>
    </Card>
  )
}
