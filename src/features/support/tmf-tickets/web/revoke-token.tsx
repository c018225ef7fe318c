import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type AccountToken, readTicketExchange, revokeAccountToken } from '../contract.ts'
import { useText } from '../texts.ts'

/** Revokes a token after a confirmation. */
export function RevokeToken({ account, token }: { account: string; token: AccountToken }) {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const revoke = useMutationOf(revokeAccountToken, {
    refreshes: [readTicketExchange],
    onSuccess: () => toast({ title: t('revoked') }),
  })
  const title = t('revokeOf', { name: token.name })
  return (
    <>
      <IconButton size={28} aria-label={title} onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
      <Confirm
        opened={confirming}
        title={title}
        action={t('revoke')}
        busy={revoke.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => revoke.mutate({ params: { id: token.id }, query: { account } })}
      >
        {t('revokeText')}
      </Confirm>
    </>
  )
}
