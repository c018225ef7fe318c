import { useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { createMyToken, listMyTokens, type Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { Dialog } from './dialog.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenSecret } from './token-secret.tsx'

/** Creates an API token, and shows its secret once. */
export function TokenDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  const [secret, setSecret] = useState<string>()
  const [stale, setStale] = useState(false)
  const create = useMutationOf(createMyToken, {
    refreshes: [listMyTokens, searchLogbook],
    onSuccess: ({ token }) => setSecret(token),
    onProblem: (problem) => (problem.code === 'reauthentication-required' ? setStale(true) : showError(problem)),
  })
  if (stale) return <SignInAgain me={me} onClose={onClose} />
  if (secret) {
    return (
      <Dialog title={t('tokens.made')} size={520}>
        <TokenSecret secret={secret} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('tokens.create')} size={520} onClose={onClose}>
      <TokenForm busy={create.isPending} onMake={(body) => create.mutate({ body })} />
    </Dialog>
  )
}
