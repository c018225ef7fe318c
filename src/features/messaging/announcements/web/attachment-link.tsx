import { readAttachmentUrl } from '../contract/attachment-url.ts'
import { leavingHref } from './leaving-href.ts'

/** A link to an attachment: a file of the portal by its name, or another address as it was written. */
export function AttachmentLink({ url, label }: { url: string; label: string }) {
  const file = readAttachmentUrl(url)
  if (file)
    return (
      <a href={url} download={file.filename}>
        {file.filename}
      </a>
    )
  return <a href={url.startsWith('/') ? url : leavingHref(url)}>{label}</a>
}
