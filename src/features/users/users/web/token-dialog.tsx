import { useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { createMyToken, listMyTokens, type Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { Dialog } from './dialog.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { TokenForm } from './token-form.tsx'

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
      <ShownOnce
        title={t('tokens.made')}
        text={t('tokens.madeText')}
        secrets={[
          { text: secret, copy: t('tokens.copy') },
          {
            label: t('tokens.try'),
            text: `curl -H 'Authorization: Bearer ${secret}' ${location.origin}/api/users/me`,
            copy: t('tokens.copyTry'),
          },
        ]}
        done={t('tokens.done')}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('tokens.create')} size={520} onClose={onClose}>
      <TokenForm busy={create.isPending} onMake={(body) => create.mutate({ body })} />
    </Dialog>
  )
}
