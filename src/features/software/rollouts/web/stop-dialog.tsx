import { useMutationOf } from '#kit/web/data/query.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { listRollouts, type Rollout, readRollout, stopRollout } from '../contract.ts'
import { useText } from '../texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Stops a rollout, with a reason. */
export function StopDialog({ rollout, onClose }: { rollout: Rollout; onClose: () => void }) {
  const t = useText()
  const stop = useMutationOf(stopRollout, {
    refreshes: [readRollout, listRollouts],
    onSuccess: () => {
      toast({ title: t('stop.done') })
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t('stop.title', { name: rollout.bundleName })}
      text={t('stop.text')}
      label={t('stop.reason')}
      missing={t('stop.missing')}
      submitLabel={t('stop.send')}
      pending={stop.isPending}
      onSend={(reason) => stop.mutate({ params: { id: rollout.id }, body: { reason }, version: rollout.version })}
      onClose={onClose}
    />
  )
}
