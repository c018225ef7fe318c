import { useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { readMyFactors, removeTotp } from '#features/users/second-factors/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** Removes the authenticator, soon after sign-in only. */
export function RemoveAuthenticator({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  const [stale, setStale] = useState(false)
  const remove = useMutationOf(removeTotp, {
    refreshes: [readMyFactors, searchLogbook],
    onSuccess: () => {
      toast({ title: t('authenticator.removed') })
      onClose()
    },
    onProblem: (problem) => (problem.code === 'reauthentication-required' ? setStale(true) : showError(problem)),
  })
  if (stale) return <SignInAgain me={me} onClose={onClose} />
  return (
    <Confirm
      opened
      title={t('authenticator.removeTitle')}
      action={t('authenticator.remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({})}
      onClose={onClose}
    >
      {t('authenticator.removeText')}
    </Confirm>
  )
}
