import { useState } from 'react'
import { IconUserPlus } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { useText } from './text.ts'

/** Opens the invitation of somebody, into the account when the page is about one. */
export function InviteButton({ account }: { account: AccountChoice | null }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('invite')}
      </Button>
      {open && <InviteDialog account={account} onClose={() => setOpen(false)} />}
    </>
  )
}
