import { Suspense, useState } from 'react'
import { IconUserPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { createUsers } from '../contract.ts'
import { useText } from '../texts.ts'

const InviteDialog = lazyNamed(() => import('./invite-dialog.tsx'), 'InviteDialog')

/** Opens the invitation of a user, into the page's account if it has one. */
export function InviteButton({ account }: { account: AccountChoice | null }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  if (!useAllows(createUsers, account?.name)) return null
  return (
    <>
      <Button leftSection={<IconUserPlus size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('invite')}
      </Button>
      <Suspense>{open && <InviteDialog account={account} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
