import { useMutationOf } from '#kit/web/data/query.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { listRollouts, overrideCheck, type Rollout, type RolloutCheck, readRollout } from '../contract.ts'
import { useText } from '../texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = { rollout: Rollout; check: RolloutCheck['check']; onClose: () => void }

/** Overrides a check, with a reason. */
export function OverrideDialog({ rollout, check, onClose }: Props) {
  const t = useText()
  const override = useMutationOf(overrideCheck, {
    refreshes: [readRollout, listRollouts],
    onSuccess: () => {
      toast({ title: t('override.done') })
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t('override.title', { check: t(`checks.name.${check}`) })}
      text={t('override.text')}
      label={t('override.reason')}
      missing={t('override.missing')}
      submitLabel={t('override.send')}
      pending={override.isPending}
      onSend={(reason) => {
        if (check !== 'bundle')
          override.mutate({ params: { id: rollout.id }, body: { check, reason }, version: rollout.version })
      }}
      onClose={onClose}
    />
  )
}
