import { impersonateUsers } from '#features/access/sessions/contract.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { IconUserShare } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { openImpersonateDialog } from './impersonation-target.ts'

/** Opens the dialog for the user of the page. */
export function ImpersonateButton({ user }: { user: User }) {
  const t = useText()
  const self = useMe().id === user.id
  if (!useAllows(impersonateUsers) || self || user.userState !== 'active') return null
  return (
    <Button
      variant="default"
      leftSection={<IconUserShare size={15} aria-hidden />}
      onClick={() => openImpersonateDialog(user)}
    >
      {t('impersonate')}
    </Button>
  )
}
