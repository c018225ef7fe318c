import { useState } from 'react'
import { type Attachment, listAttachments } from '#features/support/attachments/contract.ts'
import { type Case, readCaseHistory } from '#features/support/cases/contract.ts'
import { useComments } from '#features/support/comments/web/index.ts'
import { useNewestOf } from '#kit/web/data/newest.ts'
import { AT_FIRST, newestFiles, newestHistory } from './activity-ends.ts'
import { activityItems, type Recorded } from './activity-items.ts'

/**
 * The newest texts, files and changes of a case in the order of time, and `showOlder`, which reads further back. Where
 * one of the lists has more, the items begin at the time since which all of them are complete.
 */
export function useActivity(found: Case, seesInternal: boolean) {
  const issueKey = found.key
  const [count, setCount] = useState(AT_FIRST)
  const { comments, from, ready, reading, error } = useComments(issueKey, seesInternal, count)
  const files = useNewestOf<Attachment>(listAttachments, { query: { issueKey } }, newestFiles(count))
  const history = useNewestOf<Recorded>(readCaseHistory, { query: { issueKey } }, newestHistory(count))
  const starts = [
    from,
    files.hasMore ? files.data?.[0]?.created : undefined,
    history.hasMore ? history.data?.[0]?.at : undefined,
  ].filter((start) => start !== undefined)
  const complete = starts.sort().at(-1)
  const all = activityItems(found, comments, files.data ?? [], history.data ?? [])
  const items = complete === undefined ? all : all.filter(({ at, kind }) => kind !== 'filed' && at >= complete)
  const waiting = reading || files.reading || history.reading
  return {
    items,
    comments,
    ready,
    error,
    reading: waiting,
    hasOlder: complete !== undefined,
    showOlder: () => {
      if (!waiting) setCount(count * 2)
    },
  }
}
