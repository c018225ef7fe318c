import { sql } from 'kysely'
import { attachToCase } from '#features/support/attachments/server/index.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { readableReading } from '#features/support/log-triage/server/index.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { storeSentFile, type Upload } from '#kit/server/files/receive-upload.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ReceivedMail } from '../contract.ts'
import type { MailFile } from './mail-content.ts'

const FILES = 10

export type DroppedFile = ReceivedMail['droppedFiles'][number]

/** The stored files of a reply, and those that were not kept, each with the problem. */
export type ReplyFiles = {
  readonly files: readonly (Upload & { readonly isInline: boolean })[]
  readonly dropped: readonly DroppedFile[]
}

/** Stores the files of a reply by the rules of uploads. */
export async function storeFiles(
  portal: AppContext,
  store: FileStore,
  mailFiles: readonly MailFile[],
): Promise<ReplyFiles> {
  const files: (Upload & { isInline: boolean })[] = []
  const droppedFiles: DroppedFile[] = []
  for (const { filename, content, isInline } of mailFiles) {
    try {
      if (files.length >= FILES) droppedFiles.push({ filename, problem: 'too-many-files' })
      else {
        const file = await storeSentFile(content, filename, store)
        await readableReading(portal, file)
        files.push({ ...file, isInline })
      }
    } catch (failure) {
      if (!(failure instanceof HttpProblem)) throw failure
      droppedFiles.push({ filename: filename.slice(0, 200), problem: failure.problem.code })
    }
  }
  return { files, dropped: droppedFiles }
}

/**
 * Attaches stored files to a case. A picture within the text that the case has already is not attached again: it is that
 * of a signature. Returns how many were attached, and those that were not kept.
 */
export async function attachFiles(
  portal: AppContext,
  call: Parameters<typeof attachToCase>[0],
  storedCase: StoredCase,
  { files, dropped }: ReplyFiles,
): Promise<{ attached: number; dropped: readonly DroppedFile[] }> {
  const all = [...dropped]
  let attachedCount = 0
  for (const file of files) {
    if (file.isInline && (await hasFile(call.tx, storedCase.id, file.digest))) continue
    await sql`savepoint file`.execute(call.tx)
    try {
      await attachToCase(call, storedCase, file, portal.config)
      attachedCount += 1
    } catch (failure) {
      if (!(failure instanceof HttpProblem)) throw failure
      await sql`rollback to savepoint file`.execute(call.tx)
      all.push({ filename: file.filename, problem: failure.problem.code })
    }
  }
  return { attached: attachedCount, dropped: all }
}

async function hasFile(tx: Parameters<typeof attachToCase>[0]['tx'], caseId: number, digest: string): Promise<boolean> {
  const attachmentRow = await tx
    .selectFrom('case_attachments')
    .select('id')
    .where('case_id', '=', caseId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return attachmentRow !== undefined
}
