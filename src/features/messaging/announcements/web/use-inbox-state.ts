import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import type { InboxState } from '../contract/inbox-shapes.ts'
import { bannersDelivered, bellAlertsDelivered, listInbox, modalAlertsDelivered, readInboxState } from '../contract.ts'

/** What is unread, and the banners and modal alerts to show now. */
export function useInboxState(): InboxState | undefined {
  return useQueryOf(readInboxState, {}).data
}

/** Refreshes the inbox whenever the server tells that it changed; stands on every page. */
export function InboxListener() {
  const changed = () => void refresh(readInboxState, listInbox)
  useTopic(bannersDelivered, {}, changed)
  useTopic(bellAlertsDelivered, {}, changed)
  useTopic(modalAlertsDelivered, {}, changed)
  return null
}
