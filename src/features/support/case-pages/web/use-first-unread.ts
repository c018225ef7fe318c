import { useState } from 'react'
import type { Case } from '#features/support/cases/contract.ts'
import type { ActivityItem } from './activity-items.ts'

/**
 * The first comment of another user since the user last read the case, as it was when the case opened; undefined when
 * there is none, or when it was never read.
 */
export function useFirstUnread(found: Case, items: readonly ActivityItem[], me: string): ActivityItem | undefined {
  const [seen] = useState(() => (found.unread ? found.seenAt : null))
  if (seen === null) return undefined
  return items.find((item) => item.kind === 'comment' && item.at > seen && item.comment.author.id !== me)
}
