import { useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { type Passkey, readMyFactors, resumePasskey } from '#features/users/second-factors/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** Lets a suspended passkey sign in again, soon after sign-in only. */
export function ResumePasskey({ me, passkey, onClose }: { me: Me; passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const { id, name } = passkey
  const [stale, setStale] = useState(false)
  const resume = useMutationOf(resumePasskey, {
    refreshes: [readMyFactors, searchLogbook],
    onSuccess: () => {
      toast({ title: t('passkey.resumed', { name }) })
      onClose()
    },
    onProblem: (problem) => (problem.code === 'reauthentication-required' ? setStale(true) : showError(problem)),
  })
  if (stale) return <SignInAgain me={me} onClose={onClose} />
  return (
    <Confirm
      opened
      title={t('passkey.resumeTitle', { name })}
      action={t('passkey.resume')}
      busy={resume.isPending}
      onConfirm={() => resume.mutate({ params: { id } })}
      onClose={onClose}
    >
      {t('passkey.resumeText')}
    </Confirm>
  )
}
