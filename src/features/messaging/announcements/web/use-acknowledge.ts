import { useMutationOf } from '#kit/web/data/query.ts'
import { acknowledge, listInbox, listNotifications, readInboxState } from '../contract.ts'

/** Acknowledges an item, or without an id all items. */
export function useAcknowledge(onDone?: () => void) {
  const { mutate, isPending } = useMutationOf(acknowledge, {
    refreshes: [readInboxState, listInbox, listNotifications],
    ...(onDone ? { onSuccess: onDone } : {}),
  })
  return { pending: isPending, acknowledge: (id?: string) => mutate({ body: id === undefined ? {} : { id } }) }
}
