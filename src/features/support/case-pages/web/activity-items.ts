import type * as z from 'zod/mini'
import type { Attachment } from '#features/support/attachments/contract.ts'
import type { Case, HistoryEntry } from '#features/support/cases/contract.ts'
import type { AnyComment } from '#features/support/comments/web/index.ts'

/** One recorded event of a case. */
export type RecordedEvent = z.output<typeof HistoryEntry>

/** The items of the Activity tab, in the order of time: the description, comments of both kinds, and changes. */
export type ActivityItem =
  | { kind: 'filed'; at: string; files: readonly Attachment[] }
  | { kind: 'comment'; at: string; comment: AnyComment; files: readonly Attachment[] }
  | { kind: 'change'; at: string; entry: RecordedEvent }
  | { kind: 'files'; at: string; files: readonly Attachment[] }

/** The key of an item in the list of its conversation. */
export function keyOf(item: ActivityItem | undefined): string {
  if (item === undefined || item.kind === 'filed') return item?.kind ?? ''
  if (item.kind === 'comment') return `${item.comment.kind} ${item.comment.commentId}`
  return item.kind === 'change' ? item.entry.id : `files ${item.at}`
}

const SHOWN = /^case\.(internal-)?(edited|status-changed)$/
const TOGETHER_MS = 5 * 60_000

/**
 * Merges all texts and changes. A file is shown under what its author wrote within five minutes of adding it (files are
 * added before the comment is sent), with the description when it was filed with the case, else alone.
 */
export function activityItems(
  supportCase: Pick<Case, 'created' | 'reporter'>,
  comments: readonly AnyComment[],
  files: readonly Attachment[],
  history: readonly RecordedEvent[],
): ActivityItem[] {
  const withFiled: Attachment[] = []
  const alone: ActivityItem[] = []
  const withComment = new Map<AnyComment, Attachment[]>()
  for (const file of files) {
    const owner = comments.filter((comment) => belongs(file, comment.author.id, comment.created)).at(0)
    if (file.author.id === supportCase.reporter.id && time(file.created) <= time(supportCase.created) + TOGETHER_MS)
      withFiled.push(file)
    else if (owner) withComment.set(owner, [...(withComment.get(owner) ?? []), file])
    else alone.push({ kind: 'files', at: file.created, files: [file] })
  }
  const rest: ActivityItem[] = [
    ...comments.map((comment) => ({
      kind: 'comment' as const,
      at: comment.created,
      comment,
      files: withComment.get(comment) ?? [],
    })),
    ...history
      .filter(({ name }) => SHOWN.test(name))
      .map((entry) => ({ kind: 'change' as const, at: entry.at, entry })),
    ...alone,
  ]
  return [{ kind: 'filed', at: supportCase.created, files: withFiled }, ...rest.sort((a, b) => time(a.at) - time(b.at))]
}

function belongs(file: Attachment, author: string, at: string): boolean {
  return file.author.id === author && Math.abs(time(at) - time(file.created)) <= TOGETHER_MS
}

function time(at: string): number {
  return Date.parse(at)
}
