import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { commentOnCase } from '#features/support/comments/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { attachFiles, type DroppedFile, type ReplyFiles } from './attach-files.ts'

/** The text of a mail that has files alone. */
const FILES_ALONE = '📎'

/** Thrown, and so everything undone, where a mail has neither a text nor a file that is kept. */
export class NothingLeft extends Error {
  readonly dropped: readonly DroppedFile[]

  constructor(droppedFiles: readonly DroppedFile[]) {
    super('nothing of the mail is left')
    this.dropped = droppedFiles
  }
}

/** Writes the comment of a mail and attaches its files. Returns the comment, and the files that were not kept. */
export async function writeReply(
  portal: AppContext,
  call: Parameters<typeof commentOnCase>[0],
  storedCase: StoredCase,
  { text, files, by }: { text: string; files: ReplyFiles; by: NonNullable<Parameters<typeof commentOnCase>[3]> },
): Promise<{ commentId: number; dropped: readonly DroppedFile[] }> {
  const commentId = await commentOnCase(call, storedCase, text === '' ? FILES_ALONE : text, by)
  const { attached: attachedCount, dropped: droppedFiles } = await attachFiles(portal, call, storedCase, files)
  if (text === '' && attachedCount === 0) throw new NothingLeft(droppedFiles)
  return { commentId, dropped: droppedFiles }
}
