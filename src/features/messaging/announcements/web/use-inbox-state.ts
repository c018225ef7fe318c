import { useQueryOf } from '#kit/web/data/query.ts'
import type { InboxState } from '../contract/inbox-shapes.ts'
import { readInboxState } from '../contract.ts'

/** Unread announcements, and the banners and modal alerts to show now. */
export function useInboxState(): InboxState | undefined {
  return useQueryOf(readInboxState, {}).data
}
