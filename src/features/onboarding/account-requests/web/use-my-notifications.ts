import { refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { countAccountRequests, listAccountRequests, myAccountRequestChanged, readAccountRequest } from '../contract.ts'

/** Refetches when one of the user's own requests changed: users who see all requests are notified of all (`useNewCount`). */
export function useMyEvents(): void {
  useTopic(
    myAccountRequestChanged,
    {},
    () => void refresh(countAccountRequests, listAccountRequests, readAccountRequest),
  )
}
