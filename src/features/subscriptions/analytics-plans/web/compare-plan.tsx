import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import type { AnalyticsPlan } from '../contract.ts'
import { useText } from '../texts.ts'
import { Differences } from './differences.tsx'
import { usePush } from './use-push.ts'

/** What differs between the portal and the analytics system for one account, with the button that pushes it. */
export function ComparePlan({
  found,
  mayPush,
  onClose,
}: {
  found: AnalyticsPlan
  mayPush: boolean
  onClose: () => void
}) {
  const t = useText()
  const account = found.accountDisplayName
  const push = usePush(found, onClose)
  const title = t('compareTitle', { account })
  if (found.state === 'Synced' || !mayPush)
    return (
      <Modal opened centered size={720} title={title} onClose={onClose}>
        {found.state === 'Synced' ? <p>{t('same')}</p> : <Differences found={found} />}
      </Modal>
    )
  return (
    <FormDialog
      title={title}
      size={720}
      submitLabel={t('pushNow')}
      pending={push.pending}
      onSubmit={push.run}
      onClose={onClose}
    >
      <Differences found={found} />
    </FormDialog>
  )
}
