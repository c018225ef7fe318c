import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { commentOnCase } from '#features/support/comments/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { attachFiles, type DroppedFile, type ReplyFiles } from './attach-files.ts'

/** The text of a mail that has files alone. */
const FILES_ALONE = '📎'

/** Thrown, and so everything undone, where a mail has neither a text nor a file that is kept. */
export class NothingLeft extends Error {
  readonly dropped: readonly DroppedFile[]

  constructor(dropped: readonly DroppedFile[]) {
    super('nothing of the mail is left')
    this.dropped = dropped
  }
}

/** Writes the comment of a mail and attaches its files. Returns the comment, and the files that were not kept. */
export async function writeReply(
  portal: AppContext,
  call: Parameters<typeof commentOnCase>[0],
  stored: StoredCase,
  { text, files, by }: { text: string; files: ReplyFiles; by: NonNullable<Parameters<typeof commentOnCase>[3]> },
): Promise<{ commentId: number; dropped: readonly DroppedFile[] }> {
  const commentId = await commentOnCase(call, stored, text === '' ? FILES_ALONE : text, by)
  const { attached, dropped } = await attachFiles(portal, call, stored, files)
  if (text === '' && attached === 0) throw new NothingLeft(dropped)
  return { commentId, dropped }
}
