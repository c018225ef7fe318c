import { useNavigate } from '@tanstack/react-router'
import { changeUserStates, moveBetweenProviders, syncUsers } from '#features/users/managed-users/contract.ts'
import { approveDeletion, approveDeletions, deleteUser, deleteUsers } from '#features/users/user-deletion/contract.ts'
import {
  changeUserState,
  forgetLinkOfUser,
  listSessionsOfUser,
  listUsers,
  moveUserBack,
  moveUserToProvider,
  reactivateUser,
  readSignInOfUser,
  readUser,
  resetUserFactors,
  resetUserPassword,
  type SignInOfUser,
  syncUser,
  type User,
} from '#features/users/user-management/contract.ts'
import { canTransition, type StateAction, stateActions } from '#features/users/users/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { useStateLabel } from '#kit/web/look/badge.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import type { Act } from './act.ts'
import { useAccountScope } from './use-account-scope.ts'

/** Whether an external provider signs the user in, in whose directory the portal does not manage users. */
export function isManagedElsewhere({ provider, directory }: User): boolean {
  return provider !== null && !directory
}

/** All actions on a user in their current state, within the caller's permissions; `onDone` is called after each. */
export function useUserActs(user: User, onDone: () => void) {
  const t = useText()
  const label = useStateLabel()
  const navigate = useNavigate()
  const { within, path } = useAccountScope()
  const self = useMe().id === user.id
  const mayChangeState = useAllows(changeUserStates, within?.name) && !self
  const here = !isManagedElsewhere(user)
  const maySync = useAllows(syncUsers) && !self && here
  const mayDelete = useAllows(deleteUsers) && !self
  const mayApprove = useAllows(approveDeletions) && !self
  const stale = [readUser, listUsers, listSessionsOfUser]
  const say = (words: string) => () => {
    onDone()
    toast({ title: words })
  }
  const reset = useMutationOf(resetUserPassword, { refreshes: stale, onSuccess: say(t('done.resetPassword')) })
  const factors = useMutationOf(resetUserFactors, { refreshes: stale, onSuccess: say(t('done.resetMfa')) })
  const requestedTexts = user.directory ? t('done.asked', { provider: user.provider ?? '' }) : undefined
  const sync = useMutationOf(syncUser, { refreshes: stale, onSuccess: say(requestedTexts ?? t('done.sync')) })
  const reactivate = useMutationOf(reactivateUser, {
    refreshes: stale,
    onSuccess: say(requestedTexts ?? t('done.reactivate')),
  })
  const approve = useMutationOf(approveDeletion, { refreshes: stale, onSuccess: say(t('done.approve')) })
  const move = useMutationOf(changeUserState, {
    refreshes: stale,
    onSuccess: ({ fullName, userState }) =>
      say(t('done.state', { name: fullName, state: label('user', userState).toLowerCase() }))(),
  })
  const remove = useMutationOf(deleteUser, {
    refreshes: stale,
    onSuccess: () => {
      say(t('done.delete'))()
      void navigate({ to: path })
    },
  })
  const moves = useProviderActs(user, within?.name, onDone)
  const params = { id: user.id }
  const name = user.fullName
  const moving = (action: StateAction, requestedTexts: { title?: string; text?: string } = {}): Act[] =>
    mayChangeState && canTransition(user.userState, stateActions[action])
      ? [
          {
            label: t(`action.${action}`),
            ...requestedTexts,
            run: () => move.mutate({ params, body: { action }, version: user.version }),
          },
        ]
      : []
  const when = (may: boolean, act: Act): Act[] => (may ? [act] : [])
  return {
    busy:
      [reset, factors, sync, reactivate, approve, move, remove].some(({ isPending }) => isPending) ||
      moves.some(({ busy }) => busy),
    resetPassword: {
      label: t('action.resetPassword'),
      title: t('action.resetTitle', { name }),
      text: t('action.resetText'),
      run: () => reset.mutate({ params }),
    } satisfies Act,
    resetMfa: {
      label: t('action.resetMfa'),
      title: t('action.mfaTitle', { name }),
      text: t('action.mfaText'),
      run: () => factors.mutate({ query: { username: user.username } }),
    } satisfies Act,
    more: [
      ...moving('resend'),
      ...moving('unlock'),
      ...moving('unsuspend'),
      ...moving('keep'),
      ...when(maySync && canTransition(user.userState, 'reactivate'), {
        label: t('action.reactivate'),
        run: () => reactivate.mutate({ params }),
      }),
      ...when(maySync, { label: t('action.sync'), run: () => sync.mutate({ params }) }),
      ...moves,
      ...moving('suspend', { title: t('action.suspendTitle', { name }), text: t('action.suspendText') }),
      ...(here
        ? moving('deactivate', { title: t('action.deactivateTitle', { name }), text: t('action.deactivateText') })
        : []),
      ...when(mayApprove && canTransition(user.userState, 'approve'), {
        label: t('action.approve'),
        run: () => approve.mutate({ params }),
      }),
      ...when(mayDelete && user.userState !== 'approvedForDeletion', {
        label: t('action.delete'),
        title: t('action.deleteTitle', { name }),
        text: t('action.deleteText'),
        grave: true,
        run: () => remove.mutate({ params, version: user.version }),
      }),
    ] as Act[],
  }
}

/**
 * Moving a user to the provider that their address is routed to, or back to a password here; the confirmation names
 * what it ends.
 */
function useProviderActs(user: User, account: string | undefined, done: () => void): readonly Act[] {
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
