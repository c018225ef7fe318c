import { eventTypeFor, type StoredCase } from '#features/support/case-access/server/index.ts'
import { deleteAttachmentRow } from '#features/support/case-files/server/index.ts'
import { indexCase, touchCase } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { fromTo, recordEvent } from '#kit/server/events/event.ts'
import { attachmentDeleted } from '../contract.ts'
import { findAttachment } from './attachment-store.ts'

type DetachedFile = { readonly id: number; readonly filename: string }

/** Takes a file from a locked case, for a user or (null) for an outside system. */
export async function detachFromCase(
  tx: Tx,
  stored: StoredCase,
  { id }: DetachedFile,
  userId: number | null,
): Promise<void> {
  await touchCase(tx, stored, userId)
  await deleteAttachmentRow(tx, id)
  await indexCase(tx, stored.id)
}

/** Takes a file from a locked case because an outside system has it no more, or shows it to staff alone. */
export async function detachFromOutside(
  tx: Tx,
  stored: StoredCase,
  file: { readonly id: number; readonly eventName: string; readonly marks: Readonly<Record<string, unknown>> },
): Promise<void> {
  const attachment = await findAttachment(tx, stored.id, String(file.id))
  if (!attachment) return
  await detachFromCase(tx, stored, attachment, null)
  const { data, ...fact } = detachedFact(stored, attachment)
  await recordEvent(
    tx,
    eventTypeFor(stored, attachmentDeleted),
    { userName: file.eventName },
    { ...fact, data: { ...data, ...file.marks } },
  )
}

/** The fact that a file was taken from a case. */
export function detachedFact(stored: StoredCase, { filename }: DetachedFile) {
  return {
    account: stored.accountId,
    subject: stored.key,
    data: { caseId: stored.id, changes: { attachment: fromTo(filename, null) } },
  }
}
