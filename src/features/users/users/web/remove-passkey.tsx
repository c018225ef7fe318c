import { useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { type Passkey, readMyFactors, removePasskey } from '#features/users/second-factors/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** Removes a passkey, soon after sign-in only. */
export function RemovePasskey({ me, passkey, onClose }: { me: Me; passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const { id, name } = passkey
  const [stale, setStale] = useState(false)
  const remove = useMutationOf(removePasskey, {
    refreshes: [readMyFactors, searchLogbook],
    onSuccess: () => {
      toast({ title: t('passkey.removed', { name }) })
      onClose()
    },
    onProblem: (problem) => (problem.code === 'reauthentication-required' ? setStale(true) : showError(problem)),
  })
  if (stale) return <SignInAgain me={me} onClose={onClose} />
  return (
    <Confirm
      opened
      title={t('passkey.removeTitle', { name })}
      action={t('passkey.remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      {t('passkey.removeText')}
    </Confirm>
  )
}
