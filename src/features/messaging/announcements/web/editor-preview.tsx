import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { fillParts, fillTemplate, plainLine, readTemplate } from '#features/messaging/templates/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import type { AnnouncementPreview } from '../contract/announcement.ts'
import { useText } from '../texts.ts'
import type { AnnouncementValues } from './announcement-values.ts'
import classes from './editor-preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'
import { styleOfType } from './type-style.tsx'

/** Those of a desk and of a phone. */
const widths = [1440, 390] as const

/**
 * The announcement as banner, in the inbox and as modal alert while it is written, in light or dark colours, on a desk
 * and on a phone.
 */
export function EditorPreview(props: {
  values: AnnouncementValues
  /** Of the dry run; those of a template have the values of its variables. */
  recipients: AnnouncementPreview['recipients']
}) {
  const { values } = props
  const t = useText()
  const own = useComputedColorScheme('light')
  const [scheme, setScheme] = useState<'light' | 'dark'>(own)
  const [as, setAs] = useState<string | null>(null)
  const { data: template } = useQueryOf(
    readTemplate,
    { params: { id: values.templateId } },
    { enabled: values.templateId !== '' },
  )
  const recipients = props.recipients.filter((one) => one.values)
  const recipient = recipients.find(({ username }) => username === as)
  const texts =
    template && recipient && values.templateId === template.id
      ? fillParts(fillTemplate(template, values.inputs), recipient.values)
      : values
  const title = texts.title.trim() || t('preview.sample')
  const message = texts.message.trim() || t('preview.sampleText')
  return (
    <Card
      title={t('preview.title')}
      right={
        <SegmentedControl
          small
          aria-label={t('preview.look')}
          value={scheme}
          onChange={setScheme}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
      }
    >
      {recipients.length > 0 && (
        <div className={classes.as}>
          <Select
            clearable
            searchable
            withScrollArea={false}
            label={t('preview.as')}
            placeholder={t('preview.asNone')}
            data={recipients.map(({ username, fullName }) => ({ value: username, label: `${fullName} (${username})` }))}
            value={recipient?.username ?? null}
            onChange={setAs}
          />
        </div>
      )}
      <div className={classes.frames} data-mantine-color-scheme={scheme}>
        {widths.map((width) => (
          <PreviewFrame key={width} width={width} label={t('preview.width', { width })}>
            <ShownAnnouncement values={values} title={title} message={message} />
          </PreviewFrame>
        ))}
      </div>
    </Card>
  )
}

/** The announcement as the three methods show it. */
function ShownAnnouncement({ values, title, message }: { values: AnnouncementValues; title: string; message: string }) {
  const t = useText()
  const { colour, Icon } = styleOfType(values.type)
  const off = (method: AnnouncementValues['deliveryMethod']) =>
    values.deliveryMethod === method ? '' : ` (${t('preview.off')})`
  return (
    <div className={classes.stage}>
      <p className={classes.name}>{t('method.Banner') + off('Banner')}</p>
      <div className={classes.banner} data-c={colour}>
        <Icon size={16} aria-hidden />
        <strong>{title}</strong>
        <span className={classes.line}>{plainLine(message)}</span>
        {values.link.trim() !== '' && <span className={classes.link}>{t('details')}</span>}
        <IconX size={14} aria-hidden />
      </div>
      <p className={classes.name}>{t('method.BellAlert') + off('BellAlert')}</p>
      <div className={classes.item}>
        <span className={classes.sign} data-c={colour}>
          <Icon size={16} aria-hidden />
        </span>
        <div>
          <strong>{title}</strong>
          <span className={classes.two}>{plainLine(message)}</span>
        </div>
      </div>
      <p className={classes.name}>{t('method.ModalAlert') + off('ModalAlert')}</p>
      <div className={classes.backdrop}>
        <div className={classes.modal}>
          <p className={classes.title} data-c={colour}>
            <Icon size={18} aria-hidden />
            <strong>{title}</strong>
          </p>
          <Markdown text={message} />
          <p className={classes.buttons}>
            {values.link.trim() !== '' && <span className={classes.plain}>{t('details')}</span>}
            <span className={classes.main}>{t('acknowledge')}</span>
          </p>
        </div>
      </div>
    </div>
  )
}
