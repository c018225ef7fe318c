import { ATTACHMENT_LIMIT } from '#kit/contract/attachment-files.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileDrop } from '#kit/web/form/file-drop.tsx'
import { UploadRows } from '#kit/web/form/upload-rows.tsx'
import { useUploads } from '#kit/web/form/use-uploads.ts'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { AnnouncementFile } from '../contract/attachment-calls.ts'
import { useText } from '../texts.ts'
import type { AnnouncementForm } from './announcement-form.ts'
import { AttachmentLink } from './attachment-link.tsx'
import classes from './editor.module.css'

/** Files that recipients can download. */
export function AttachmentFields({ form }: { form: AnnouncementForm }) {
  const t = useText()
  const { attachmentsUrls } = form.values
  const uploads = useUploads<AnnouncementFile>({
    address: '/api/announcements/attachments',
    onSent: ({ url }) => form.setFieldValue('attachmentsUrls', (urls: string[]) => [...urls, url]),
    onRemoved: ({ url }) => remove(url),
  })
  const remove = (url: string) =>
    form.setFieldValue('attachmentsUrls', (urls: string[]) => urls.filter((other) => other !== url))
  return (
    <div>
      <div className={classes.label}>
        {t('edit.attach')} <span>({t('edit.attachLimit', { limit: formatBytes(ATTACHMENT_LIMIT) })})</span>
      </div>
      <FileDrop label={t('edit.attach')} onFiles={uploads.add} />
      <UploadRows uploads={uploads} hideDone />
      {attachmentsUrls.map((url, index) => {
        const label = t('inbox.attachment', { number: index + 1 })
        return (
          <div key={url} className={classes.attached}>
            <AttachmentLink url={url} label={label} />
            <IconButton size={24} aria-label={t('edit.detach', { name: label })} onClick={() => remove(url)}>
              <IconX size={15} aria-hidden />
            </IconButton>
          </div>
        )
      })}
      {form.errors.attachmentsUrls && <p className={classes.error}>{form.errors.attachmentsUrls}</p>}
    </div>
  )
}
