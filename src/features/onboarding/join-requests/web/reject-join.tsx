import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type JoinRequest, listJoinRequests, rejectJoin } from '../contract.ts'
import { useText } from '../texts.ts'

/** Rejects a user, with a reason. */
export function RejectJoin({ request, onClose }: { request: JoinRequest; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const name = request.requestedBy.fullName
  const reject = useMutationOf(rejectJoin, {
    refreshes: [listJoinRequests],
    onSuccess: () => {
      toast({ title: t('queue.rejected', { name }) })
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title={t('queue.rejectTitle', { name })}
      action={t('queue.reject')}
      colour="red"
      busy={reject.isPending}
      onClose={onClose}
      onConfirm={() => reject.mutate({ params: { id: request.id }, body: { reason } })}
    >
      <p>{t('queue.rejectText')}</p>
      <TextInput
        data-autofocus
        label={t('queue.reason')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
