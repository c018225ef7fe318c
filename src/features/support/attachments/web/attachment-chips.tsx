import { isDownloadable } from '#kit/contract/file-check.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileCheckBadge } from '#kit/web/form/file-check-badge.tsx'
import { IconFileText, IconPhoto } from '#kit/web/icons/icons.generated.ts'
import type { Attachment } from '../contract.ts'
import { useText } from '../texts.ts'
import { attachmentAddress } from './attachment-address.ts'
import classes from './attachment-chips.module.css'

/** Files under the text that they came with; each one is its download, unless it is withheld. */
export function AttachmentChips({ issueKey, files }: { issueKey: string; files: readonly Attachment[] }) {
  const t = useText()
  if (files.length === 0) return null
  return (
    <ul className={classes.chips}>
      {files.map((file) => (
        <li key={file.id} className={classes.item}>
          {isDownloadable(file.check) ? (
            <a
              className={classes.chip}
              href={attachmentAddress(issueKey, file.id)}
              download={file.filename}
              title={t('download', { name: file.filename })}
            >
              <Words file={file} />
            </a>
          ) : (
            <span className={classes.chip}>
              <Words file={file} />
            </span>
          )}
          <FileCheckBadge check={file.check} />
        </li>
      ))}
    </ul>
  )
}

function Words({ file }: { file: Attachment }) {
  return (
    <>
      {file.isPicture ? <IconPhoto size={15} aria-hidden /> : <IconFileText size={15} aria-hidden />}
      <code className={classes.name}>{file.filename}</code>
      <span>{formatBytes(file.size)}</span>
    </>
  )
}
