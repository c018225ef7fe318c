import { moveBetweenProviders } from '#features/users/managed-users/contract.ts'
import {
  forgetLinkOfUser,
  listSessionsOfUser,
  listUsers,
  moveUserBack,
  moveUserToProvider,
  readSignInOfUser,
  readUser,
  type SignInOfUser,
  type User,
} from '#features/users/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import type { Act } from './act.ts'

/**
 * Moving a user to the provider that their address is routed to, or back to a password here; the confirmation names
 * what it ends.
 */
export function useProviderActs(user: User, account: string | undefined, done: () => void): readonly Act[] {
  const t = useText()
  const self = useMe().id === user.id
  const may = useAllows(moveBetweenProviders, account) && !self
  const params = { id: user.id }
  const { data } = useQueryOf(readSignInOfUser, { params }, { enabled: may })
  const then = (words: string) => ({
    refreshes: [readUser, listUsers, listSessionsOfUser, readSignInOfUser],
    onSuccess: () => {
      done()
      toast({ title: words })
    },
  })
  const name = user.fullName
  const provider = data?.to ?? data?.provider ?? ''
  const move = useMutationOf(moveUserToProvider, then(t('done.moveTo', { name, provider })))
  const back = useMutationOf(moveUserBack, then(t('done.moveBack', { name })))
  const forget = useMutationOf(forgetLinkOfUser, then(t('done.forget', { name })))
  const ends = useEnds()
  if (!may || !data) return []
  const link: Act[] = data.linked
    ? [
        {
          label: t('action.forget'),
          title: t('action.forgetTitle', { name, provider: data.provider ?? '' }),
          text: t('action.forgetText'),
          reason: t('action.reason'),
          busy: forget.isPending,
          run: (reason) => forget.mutate({ params, body: { reason } }),
        },
      ]
    : []
  if (data.move === 'TO')
    return [
      ...link,
      {
        label: t('action.moveTo', { provider }),
        title: t('action.moveToTitle', { name, provider }),
        text: `${ends(data)} ${t('action.moveToText', { provider })}`.trim(),
        grave: true,
        busy: move.isPending,
        run: () => move.mutate({ params }),
      },
    ]
  if (data.move !== 'BACK') return link
  return [
    ...link,
    {
      label: t('action.moveBack'),
      title: t('action.moveBackTitle', { name }),
      text: t('action.moveBackText', { provider }),
      busy: back.isPending,
      run: () => back.mutate({ params }),
    },
  ]
}

function useEnds(): (now: SignInOfUser) => string {
  const t = useText()
  return ({ ends }) => {
    const { password, authenticator, passkeys, recoveryCodes, sessions } = ends
    const gone = [
      ...(password ? [t('ends.password')] : []),
      ...(authenticator ? [t('ends.authenticator')] : []),
      ...(passkeys > 0 ? [t('ends.passkeys', { count: passkeys })] : []),
      ...(recoveryCodes > 0 ? [t('ends.recoveryCodes', { count: recoveryCodes })] : []),
      ...(sessions > 0 ? [t('ends.sessions', { count: sessions })] : []),
    ]
    return gone.length > 0 ? t('ends.all', { gone: gone.join(', ') }) : ''
  }
}
