import { IconFileText, IconPhoto } from '@tabler/icons-react'
import { writeBytes } from '#kit/web/form/bytes.ts'
import type { Attachment } from '../contract.ts'
import { attachmentAddress } from './attachment-address.ts'
import classes from './attachment-chips.module.css'
import { useText } from './text.ts'

/** Files under what was written with them; each one is its download. */
export function AttachmentChips({ issueKey, files }: { issueKey: string; files: readonly Attachment[] }) {
  const t = useText()
  if (files.length === 0) return null
  return (
    <ul className={classes.chips}>
      {files.map((file) => (
        <li key={file.id}>
          <a
            className={classes.chip}
            href={attachmentAddress(issueKey, file.id)}
            download={file.filename}
            title={t('download', { name: file.filename })}
          >
            {file.isPicture ? <IconPhoto size={15} aria-hidden /> : <IconFileText size={15} aria-hidden />}
            <code className={classes.name}>{file.filename}</code>
            <span>{writeBytes(file.size)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
