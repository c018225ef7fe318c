import { ATTACHMENT_LIMIT } from '#kit/contract/attachment-files.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileDrop } from '#kit/web/form/file-drop.tsx'
import { FileRow } from '#kit/web/form/file-row.tsx'
import { UploadRows } from '#kit/web/form/upload-rows.tsx'
import { useText } from '../texts.ts'
import classes from './new-case.module.css'
import type { NewCaseForm } from './use-new-case.ts'

/** The files of a new case: they are uploaded while the user types, and wait with the draft. */
export function NewCaseFiles({ form, enabled }: { form: NewCaseForm; enabled: boolean }) {
  const t = useText()
  return (
    <div>
      <div className={classes.top}>
        <span className={classes.label}>{t('new.files')}</span>
        <span className={classes.extra}>{t('new.limit', { limit: formatBytes(ATTACHMENT_LIMIT) })}</span>
      </div>
      <FileDrop label={t('new.files')} onFiles={(files) => enabled && form.uploads.add(files)} />
      {form.kept.map((file) => (
        <FileRow
          key={file.id}
          name={file.filename}
          size={file.size}
          progress={{ kind: 'done' }}
          onRemove={() => form.removeKept(file.id)}
        />
      ))}
      <UploadRows uploads={form.uploads} />
    </div>
  )
}
