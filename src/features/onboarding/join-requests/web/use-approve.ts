import { useMutationOf } from '#kit/web/data/query.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { approveJoin, type JoinRequest, listJoinRequests } from '../contract.ts'
import { useText } from '../texts.ts'

/** Approves a request, and confirms it. */
export function useApprove() {
  const t = useText()
  const { mutate, isPending } = useMutationOf(approveJoin, {
    refreshes: [listJoinRequests],
    onSuccess: ({ requestedBy, accountDisplayName: account }) =>
      toast({ title: t('queue.approved', { name: requestedBy.fullName, account }) }),
  })
  return { approve: ({ id }: JoinRequest) => mutate({ params: { id } }), busy: isPending }
}
