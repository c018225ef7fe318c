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
  storedCase: StoredCase,
  { id }: DetachedFile,
  userId: number | null,
): Promise<void> {
  await touchCase(tx, storedCase, userId)
  await deleteAttachmentRow(tx, id)
  await indexCase(tx, storedCase.id)
}

/** Takes a file from a locked case because an outside system has it no more, or shows it to staff alone. */
export async function detachFromOutside(
  tx: Tx,
  storedCase: StoredCase,
  file: { readonly id: number; readonly eventName: string; readonly marks: Readonly<Record<string, unknown>> },
): Promise<void> {
  const attachment = await findAttachment(tx, storedCase.id, String(file.id))
  if (!attachment) return
  await detachFromCase(tx, storedCase, attachment, null)
  const { data, ...fact } = detachedFact(storedCase, attachment)
  await recordEvent(
    tx,
    eventTypeFor(storedCase, attachmentDeleted),
    { userName: file.eventName },
    { ...fact, data: { ...data, ...file.marks } },
  )
}

/** The fact that a file was taken from a case. */
export function detachedFact(storedCase: StoredCase, { filename }: DetachedFile) {
  return {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes: { attachment: fromTo(filename, null) } },
  }
}
