import { eventTypeFor, type StoredCase } from '#features/support/case-access/server/index.ts'
import { indexCase, touchCase } from '#features/support/cases/server/index.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { attachmentAdded } from '../contract.ts'
import { insertAttachment } from './attachment-store.ts'
import { requireStorageQuota } from './storage-quota.ts'

/** What attaching needs of a request; a mail has none. */
type Attaching = Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>

/** Attaches a stored file to a locked case, within the account's storage, and records it. */
export async function attachToCase(
  { tx, session, record }: Attaching,
  stored: StoredCase,
  upload: Upload,
  config: Pick<PortalConfig, 'scannerUrl'>,
) {
  // First, as filing a case does: the account's bytes are counted, and so locked, last.
  await touchCase(tx, stored, session.userId)
  const attachment = await insertAttachment(tx, stored.id, session.userId, upload, config)
  await requireStorageQuota(tx, stored.accountId, upload)
  await indexCase(tx, stored.id)
  await record(eventTypeFor(stored, attachmentAdded), {
    account: stored.accountId,
    subject: stored.key,
    data: {
      caseId: stored.id,
      attachmentId: Number(attachment.id),
      digest: upload.digest,
      changes: { attachment: [null, upload.filename] },
    },
  })
  return attachment
}
