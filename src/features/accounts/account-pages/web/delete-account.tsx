import { useState } from 'react'
import {
  type Account,
  deleteAccount,
  listAccounts,
  listDeletedAccounts,
  listMyAccounts,
} from '#features/accounts/accounts/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Deletes the account, once its name has been typed. */
export function DeleteAccount({ account, onGone }: { account: Account; onGone: () => void }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { id, name, displayName, version } = account
  const remove = useMutationOf(deleteAccount, {
    refreshes: [listAccounts, listMyAccounts, listDeletedAccounts],
    onSuccess: () => {
      toast({ title: t('delete.done', { name: displayName }) })
      onGone()
    },
  })
  return (
    <div className="form-actions">
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {t('delete.button')}
      </Button>
      <Confirm
        opened={asking}
        title={t('delete.title', { name: displayName })}
        action={t('delete.button')}
        colour="red"
        typed={name}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params: { id }, version })}
      >
        {t('delete.text')}
      </Confirm>
    </div>
  )
}
