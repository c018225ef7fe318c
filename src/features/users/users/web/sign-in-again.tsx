import { signInAgain } from '#features/access/sessions/web/index.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'

/** Explains that the sign-in is too old for the action, and leads through a new one back to the page. */
export function SignInAgain({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  return (
    <Confirm
      opened
      colour="blue"
      title={t('proof.againTitle')}
      action={t('proof.again')}
      onConfirm={() => signInAgain(me.username, me.provider ?? undefined)}
      onClose={onClose}
    >
      {t('proof.againText')}
    </Confirm>
  )
}
