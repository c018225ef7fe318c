import { readableReading } from '#features/support/log-triage/server/index.ts'
import { requireDownloadable } from '#kit/server/files/file-scans.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { StoredAttachment } from './attachment-store.ts'

type SentFile = Pick<StoredAttachment, 'filename' | 'digest' | 'size'>

/**
 * What others than its uploader get of a file of a case, people and outside systems alike: the copy without secrets
 * where there are some. Rejects one that could not be read, and one that is withheld by its malware scan.
 */
export async function sentFile<File extends SentFile>(
  portal: Pick<AppContext, 'db' | 'config'>,
  file: File,
): Promise<File> {
  // Of the original: a copy of malware is none the better.
  await requireDownloadable(portal.db, [{ digest: file.digest, name: file.filename }])
  const { copy } = await readableReading(portal, file)
  return copy ? { ...file, ...copy } : file
}
