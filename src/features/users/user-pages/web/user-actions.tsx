import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { resetFactors, resetPasswords } from '#features/users/managed-users/contract.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { canTransition } from '#features/users/users/contract.ts'
import { IconDots, IconMail, IconShieldX } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { useStateLabel } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import type { Act } from './act.ts'
import { userActions } from './places.ts'
import { useAccountScope } from './use-account-scope.ts'
import { isManagedElsewhere, useUserActs } from './use-user-acts.ts'

/** The actions on a user; irreversible ones need confirmation. */
export function UserActions({ user }: { user: User }) {
  const t = useText()
  const label = useStateLabel()
  const { within } = useAccountScope()
  const [asking, setAsking] = useState<Act | null>(null)
  const [reason, setReason] = useState('')
  const [lacks, setLacks] = useState(false)
  const acts = useUserActs(user, () => setAsking(null))
  const self = useMe().id === user.id
  const outside = isManagedElsewhere(user)
  const mayReset = useAllows(resetPasswords, within?.name) && !self
  const mayResetMfa = useAllows(resetFactors, within?.name) && !self
  const notNow = t('action.notNow', { state: label('user', user.userState).toLowerCase() })
  const hasFactor = user.mfa || user.directory
  const start = (act: Act) => (act.title ? setAsking(act) : act.run(''))
  const confirm = (act: Act) => {
    const missing = act.reason !== undefined && reason.trim() === ''
    setLacks(missing)
    if (!missing) act.run(reason)
  }
  return (
    <>
      {mayReset && (
        <Button
          variant="default"
          leftSection={<IconMail size={15} aria-hidden />}
          blocked={outside ? t('action.external') : canTransition(user.userState, 'reset') ? undefined : notNow}
          onClick={() => setAsking(acts.resetPassword)}
        >
          {t('action.resetPassword')}
        </Button>
      )}
      {mayResetMfa && (
        <Button
          variant="default"
          leftSection={<IconShieldX size={15} aria-hidden />}
          blocked={outside ? t('action.external') : hasFactor ? undefined : t('action.noFactor')}
          onClick={() => setAsking(acts.resetMfa)}
        >
          {t('action.resetMfa')}
        </Button>
      )}
      <Parts place={userActions} user={user} />
      {acts.more.length > 0 && (
        <ActionMenu
          inPage
          groups={[acts.more.map((act) => ({ label: act.label, run: () => start(act) }))]}
          face={(press) => (
            <Button
              variant="default"
              style={{ paddingInline: '0.5rem' }}
              aria-label={t('detail.more')}
              aria-haspopup="menu"
              onClick={press}
            >
              <IconDots size={16} aria-hidden />
            </Button>
          )}
        />
      )}
      {asking && (
        <Confirm
          opened
          colour={asking.grave ? 'red' : 'blue'}
          title={asking.title ?? asking.label}
          action={asking.label}
          busy={acts.busy}
          onConfirm={() => confirm(asking)}
          onClose={() => setAsking(null)}
        >
          {asking.text}
          {asking.reason && (
            <TextInput
              mt="md"
              required
              maxLength={500}
              label={asking.reason}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              error={lacks && t('action.reasonMissing')}
            />
          )}
        </Confirm>
      )}
    </>
  )
}
