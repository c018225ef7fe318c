import { eventTypeFor, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { FileAuthor } from '#features/support/case-files/server/index.ts'
import { indexCase, touchCase } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { fromTo, recordEvent } from '#kit/server/events/event.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'
import type { FileConfig } from '#kit/server/files/stored-files.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type Attachment, attachmentAdded } from '../contract.ts'
import { insertAttachment } from './attachment-store.ts'
import { requireStorageQuota } from './storage-quota.ts'

/** What attaching needs of a request; a mail has none. */
type Attaching = Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>

/** Attaches a stored file to a locked case, within the account's storage, and records it. */
export async function attachToCase(
  { tx, session, record }: Attaching,
  stored: StoredCase,
  upload: Upload,
  config: FileConfig,
): Promise<Attachment> {
  const attachment = await attach(tx, stored, { upload, author: { id: session.userId }, config })
  await record(eventTypeFor(stored, attachmentAdded), factOf(stored, attachment, upload))
  return attachment
}

/** Attaches a file of an outside system; `marks` say in its event where it is from. Returns its id. */
export async function attachFromOutside(
  tx: Tx,
  stored: StoredCase,
  file: { upload: Upload; author: FileAuthor; eventName: string; marks: Readonly<Record<string, unknown>> },
  config: FileConfig,
): Promise<number> {
  const attachment = await attach(tx, stored, { ...file, config })
  const { data, ...fact } = factOf(stored, attachment, file.upload)
  await recordEvent(
    tx,
    eventTypeFor(stored, attachmentAdded),
    { userName: file.eventName },
    { ...fact, data: { ...data, ...file.marks } },
  )
  return Number(attachment.id)
}

async function attach(
  tx: Tx,
  stored: StoredCase,
  { upload, author, config }: { upload: Upload; author: FileAuthor; config: FileConfig },
): Promise<Attachment> {
  // First, as filing a case does: the account's bytes are counted, and so locked, last.
  await touchCase(tx, stored, author.outsideName == null ? author.id : null)
  const attachment = await insertAttachment(tx, stored.id, author, upload, config)
  await requireStorageQuota(tx, stored.accountId, upload)
  await indexCase(tx, stored.id)
  return attachment
}

function factOf(stored: StoredCase, attachment: Attachment, upload: Upload) {
  return {
    account: stored.accountId,
    subject: stored.key,
    data: {
      caseId: stored.id,
      attachmentId: Number(attachment.id),
      digest: upload.digest,
      changes: { attachment: fromTo(null, upload.filename) },
    },
  }
}
