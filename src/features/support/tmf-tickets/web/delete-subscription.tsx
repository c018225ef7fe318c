import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { deleteTicketSubscription, readTicketExchange, type TicketSubscription } from '../contract.ts'
import { useText } from '../texts.ts'

/** Deletes a subscription after a confirmation. */
export function DeleteSubscription(props: { account: string; subscription: TicketSubscription }) {
  const t = useText()
  const { id, callback } = props.subscription
  const [confirming, setConfirming] = useState(false)
  const remove = useMutationOf(deleteTicketSubscription, {
    refreshes: [readTicketExchange],
    onSuccess: () => toast({ title: t('deleted') }),
  })
  const title = t('deleteOf', { callback })
  return (
    <>
      <IconButton size={28} aria-label={title} onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
      <Confirm
        opened={confirming}
        title={title}
        action={t('delete')}
        busy={remove.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate({ params: { id }, query: { account: props.account } })}
      >
        {t('deleteText')}
      </Confirm>
    </>
  )
}
