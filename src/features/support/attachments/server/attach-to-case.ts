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
  storedCase: StoredCase,
  upload: Upload,
  config: FileConfig,
): Promise<Attachment> {
  const attachment = await attach(tx, storedCase, { upload, author: { id: session.userId }, config })
  await record(eventTypeFor(storedCase, attachmentAdded), factOf(storedCase, attachment, upload))
  return attachment
}

/** Attaches a file of an outside system; `marks` say in its event where it is from. Returns its id. */
export async function attachFromOutside(
  tx: Tx,
  storedCase: StoredCase,
  file: { upload: Upload; author: FileAuthor; eventName: string; marks: Readonly<Record<string, unknown>> },
  config: FileConfig,
): Promise<number> {
  const attachment = await attach(tx, storedCase, { ...file, config })
  const { data, ...fact } = factOf(storedCase, attachment, file.upload)
  await recordEvent(
    tx,
    eventTypeFor(storedCase, attachmentAdded),
    { userName: file.eventName },
    { ...fact, data: { ...data, ...file.marks } },
  )
  return Number(attachment.id)
}

async function attach(
  tx: Tx,
  storedCase: StoredCase,
  { upload, author, config }: { upload: Upload; author: FileAuthor; config: FileConfig },
): Promise<Attachment> {
  // First, as filing a case does: the account's bytes are counted, and so locked, last.
  await touchCase(tx, storedCase, author.outsideName == null ? author.id : null)
  const attachment = await insertAttachment(tx, storedCase.id, author, upload, config)
  await requireStorageQuota(tx, storedCase.accountId, upload)
  await indexCase(tx, storedCase.id)
  return attachment
}

function factOf(storedCase: StoredCase, attachment: Attachment, upload: Upload) {
  return {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: {
      caseId: storedCase.id,
      attachmentId: Number(attachment.id),
      digest: upload.digest,
      changes: { attachment: fromTo(null, upload.filename) },
    },
  }
}
