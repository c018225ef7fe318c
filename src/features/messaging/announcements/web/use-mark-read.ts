import { useMutationOf } from '#kit/web/data/query.ts'
import { listInbox, listNotifications, readInboxState, readNotifications } from '../contract.ts'

/** Marks a notification with all about the same thing as read, or without an id everything. */
export function useMarkRead(onDone?: () => void) {
  const { mutate, isPending } = useMutationOf(readNotifications, {
    refreshes: [readInboxState, listInbox, listNotifications],
    ...(onDone ? { onSuccess: onDone } : {}),
  })
  return { pending: isPending, markRead: (id?: string) => mutate({ body: id === undefined ? {} : { id } }) }
}
